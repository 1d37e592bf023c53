CREATE INDEX cards_by_id ON cards (id);
CREATE INDEX cards_by_name ON cards (name);
CREATE INDEX limits_by_card ON limits (card_no);
CREATE INDEX limits_by_kind ON limits (kind, period);
CREATE INDEX non_effects_by_card ON non_effects (card_no);
CREATE INDEX non_effects_by_kind ON non_effects (kind);
CREATE INDEX effects_by_card ON effects (card_no);
CREATE INDEX unread_by_card ON unread (card_no);
CREATE INDEX limit_effects_by_effect ON limit_effects (effect_no);
