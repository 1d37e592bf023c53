-- Limits by card name that allow one use in a turn, such as "You can only use this effect of … once per turn".
CREATE VIEW hard_once_per_turn AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, verb, shared, limits.text
FROM limits JOIN cards USING (card_no)
WHERE kind = 'hard' AND period = 'turn' AND count = 1;

-- Limits of one copy alone, which another copy or the same one after leaving the field does not share.
CREATE VIEW soft_limits AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, period, count, verb, limits.text
FROM limits JOIN cards USING (card_no)
WHERE kind = 'soft';

-- Limits for the whole Duel, of whatever kind.
CREATE VIEW once_per_duel AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, kind, count, verb, limits.text
FROM limits JOIN cards USING (card_no)
WHERE period = 'duel';

-- How often a card name may be Summoned, or a procedure of Summoning used.
CREATE VIEW summon_limits AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, period, count, verb, limits.text
FROM limits JOIN cards USING (card_no)
WHERE kind = 'summon';

-- Limits of one use that two or more effects share, with how many they are; limited_effects shows them.
CREATE VIEW one_use_for_several_effects AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, period, governed.effects, limits.text
FROM limits
JOIN cards USING (card_no)
JOIN (SELECT limit_no, count(*) AS effects FROM limit_effects GROUP BY limit_no) AS governed USING (limit_no)
WHERE shared AND governed.effects >= 2;

-- Each effect with each limit that governs it.
CREATE VIEW limited_effects AS
SELECT
    effects.card_no, cards.id, cards.name, cards.lang, cards.field,
    effect_no, effects.effect_index, effects.label, effects.text AS effect_text,
    limit_no, limits.kind AS limit_kind, limits.period, limits.count, limits.shared, limits.text AS limit_text
FROM limit_effects
JOIN limits USING (limit_no)
JOIN effects USING (effect_no)
JOIN cards ON cards.card_no = effects.card_no;

-- Effects that no limit governs.
CREATE VIEW unlimited_effects AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, effect_no, effect_index, label, kind, effects.text
FROM effects JOIN cards USING (card_no)
WHERE effect_no NOT IN (SELECT effect_no FROM limit_effects WHERE effect_no IS NOT NULL);

-- Text that is no effect, to be asked for by its kind.
CREATE VIEW non_effect_texts AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, non_effect_no, kind, non_effects.text
FROM non_effects JOIN cards USING (card_no);

-- Sentences that look like a limit and that no rule reads.
CREATE VIEW unread_sentences AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, unread_no, reason, unread.text
FROM unread JOIN cards USING (card_no);
