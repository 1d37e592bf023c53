-- Limits by card name that allow one use in a turn, under no condition, such as "You can only use this effect of …".
CREATE VIEW hard_once_per_turn AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, verb, shared, limits.text
FROM limits JOIN cards USING (card_no)
WHERE kind = 'hard' AND period = 'turn' AND count = 1 AND condition IS NULL;

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

-- How often a card name may be Summoned, and in which way, or a procedure of Summoning used.
CREATE VIEW summon_limits AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, period, count, verb, summon_kind, limits.text
FROM limits JOIN cards USING (card_no)
WHERE kind = 'summon';

-- Limits of one use that two or more effects share, with how many they are; limited_effects shows them.
CREATE VIEW one_use_for_several_effects AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, period, governed.effects, limits.text
FROM limits
JOIN cards USING (card_no)
JOIN (SELECT limit_no, count(*) AS effects FROM limit_effects GROUP BY limit_no) AS governed USING (limit_no)
WHERE shared AND governed.effects >= 2;

-- Limits that hold only under a condition, which is told in the words of the print.
CREATE VIEW conditional_limits AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, kind, period, count, condition, limits.text
FROM limits JOIN cards USING (card_no)
WHERE condition IS NOT NULL;

-- Limits whose number the print does not give, with the words that stand for it.
CREATE VIEW limits_without_a_number AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, limit_no, kind, period, count_text, limits.text
FROM limits JOIN cards USING (card_no)
WHERE count IS NULL;

-- Each choice that has a count of its own, with the limit that says so.
CREATE VIEW limits_per_option AS
SELECT
    cards.card_no, cards.id, cards.name, cards.lang, cards.field,
    effects.effect_index, choose, option_index, effect_options.label, effect_options.text AS option_text,
    limit_no, limits.kind, limits.period, limits.count, limits.text AS limit_text
FROM limits
JOIN limit_effects USING (limit_no)
JOIN effects USING (effect_no)
JOIN effect_options USING (effect_no)
JOIN cards ON cards.card_no = limits.card_no
WHERE limits.each_option OR (limit_no, option_index) IN (SELECT limit_no, option_index FROM limit_options);

-- Each effect with each limit that governs it.
CREATE VIEW limited_effects AS
SELECT
    effects.card_no, cards.id, cards.name, cards.lang, cards.field,
    effect_no, effects.effect_index, effects.label, effects.text AS effect_text,
    limit_no, limits.kind AS limit_kind, limits.period, limits.count, limits.condition, limits.shared,
    limits.text AS limit_text
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
SELECT
    card_no, cards.id, cards.name, cards.lang, cards.field,
    non_effect_no, kind, applies, mandatory, material, wins, non_effects.text
FROM non_effects JOIN cards USING (card_no);

-- Sentences that look like a limit and that no rule reads.
CREATE VIEW unread_sentences AS
SELECT card_no, cards.id, cards.name, cards.lang, cards.field, unread_no, reason, guess_kind, guess_confidence, unread.text
FROM unread JOIN cards USING (card_no);

-- A line for each card in each language, its texts together: how many limits of each sort, effects, what is unread.
CREATE VIEW cards_flat AS
SELECT
    min(card_no) AS card_no, id, min(name) AS name, lang, min(game) AS game,
    CASE
        WHEN sum(soft_once_per_turn) > 0 AND sum(hard_once_per_turn) > 0 THEN 'both'
        WHEN sum(soft_once_per_turn) > 0 THEN 'soft'
        WHEN sum(hard_once_per_turn) > 0 THEN 'hard'
        ELSE 'none'
    END AS once_per_turn,
    CAST(coalesce(sum(limits), 0) AS INTEGER) AS limits,
    CAST(coalesce(sum(soft_limits), 0) AS INTEGER) AS soft_limits,
    CAST(coalesce(sum(hard_limits), 0) AS INTEGER) AS hard_limits,
    CAST(coalesce(sum(gain_limits), 0) AS INTEGER) AS gain_limits,
    CAST(coalesce(sum(summon_limits), 0) AS INTEGER) AS summon_limits,
    CAST(coalesce(sum(control_limits), 0) AS INTEGER) AS control_limits,
    CAST(coalesce(sum(ordinal_limits), 0) AS INTEGER) AS ordinal_limits,
    CAST(coalesce(sum(ability_limits), 0) AS INTEGER) AS ability_limits,
    CAST(coalesce(sum(event_limits), 0) AS INTEGER) AS event_limits,
    CAST(coalesce(sum(cap_limits), 0) AS INTEGER) AS cap_limits,
    CAST(coalesce(sum(soft_once_per_turn), 0) AS INTEGER) AS soft_once_per_turn,
    CAST(coalesce(sum(hard_once_per_turn), 0) AS INTEGER) AS hard_once_per_turn,
    CAST(coalesce(sum(shared_limits), 0) AS INTEGER) AS shared_limits,
    CAST(coalesce(sum(per_duel), 0) AS INTEGER) AS per_duel,
    CAST(coalesce(sum(effects), 0) AS INTEGER) AS effects,
    CAST(coalesce(sum(unread), 0) AS INTEGER) AS unread,
    count(error) AS errors
FROM cards
LEFT JOIN (
    SELECT
        card_no, count(*) AS limits,
        count(*) FILTER (WHERE kind = 'soft') AS soft_limits,
        count(*) FILTER (WHERE kind = 'hard') AS hard_limits,
        count(*) FILTER (WHERE kind = 'gain') AS gain_limits,
        count(*) FILTER (WHERE kind = 'summon') AS summon_limits,
        count(*) FILTER (WHERE kind = 'control') AS control_limits,
        count(*) FILTER (WHERE kind = 'ordinal') AS ordinal_limits,
        count(*) FILTER (WHERE kind = 'ability') AS ability_limits,
        count(*) FILTER (WHERE kind = 'event') AS event_limits,
        count(*) FILTER (WHERE kind = 'cap') AS cap_limits,
        count(*) FILTER (WHERE kind = 'soft' AND period = 'turn' AND count = 1) AS soft_once_per_turn,
        count(*) FILTER (WHERE kind = 'hard' AND period = 'turn' AND count = 1) AS hard_once_per_turn,
        count(*) FILTER (WHERE shared) AS shared_limits,
        count(*) FILTER (WHERE period = 'duel') AS per_duel
    FROM limits GROUP BY card_no
) AS limited USING (card_no)
LEFT JOIN (SELECT card_no, count(*) AS effects FROM effects GROUP BY card_no) AS held USING (card_no)
LEFT JOIN (SELECT card_no, count(*) AS unread FROM unread GROUP BY card_no) AS asking USING (card_no)
GROUP BY id, lang;
