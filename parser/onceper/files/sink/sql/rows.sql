-- The rows of the cards with these numbers as JSON, put together from all tables.
SELECT json_object(
    'id', id, 'name', name, 'lang', lang, 'game', game, 'field', field, 'text', text, 'error', error,
    'made_of', made_of, 'made_by', made_by,
    'limits', json((
        SELECT coalesce(json_group_array(json(record)), '[]') FROM (
            SELECT json_object(
                'kind', kind, 'scope', scope, 'period', period, 'whose_turn', whose_turn, 'phase', phase,
                'count', count, 'count_text', count_text, 'condition', condition, 'at_least', at_least, 'verb', verb,
                'summon_kind', summon_kind, 'shared', shared, 'each_option', each_option, 'each_target', each_target,
                'counts_from', counts_from, 'applies_to', json_object(
                    'reference', applies_to_reference, 'activation', applies_to_activation, 'summon', applies_to_summon,
                    'effects', json((
                        SELECT coalesce(json_group_array(effect_index), '[]')
                        FROM (SELECT effect_index FROM limit_effects AS held WHERE held.limit_no = limits.limit_no ORDER BY effect_index)
                    )),
                    'options', json((
                        SELECT coalesce(json_group_array(option_index), '[]')
                        FROM (SELECT option_index FROM limit_options AS held WHERE held.limit_no = limits.limit_no ORDER BY option_index)
                    ))
                ),
                'name', name, 'names', names, 'player', player, 'owner', owner, 'optional', optional,
                'spent_on', spent_on, 'refunded_if_negated', refunded_if_negated, 'resets_on', json((
                    SELECT coalesce(json_group_array(resets_on), '[]')
                    FROM (SELECT resets_on FROM limit_resets_on AS held WHERE held.limit_no = limits.limit_no ORDER BY rowid)
                )),
                'on_control_change', on_control_change, 'event', json(CASE WHEN event_what IS NOT NULL THEN json_object(
                    'what', event_what, 'whose', event_whose, 'object', event_object
                ) END),
                'pattern', pattern, 'edition', edition, 'span', json_array(span_start, span_end), 'text', text,
                'rule', rule, 'source', source, 'confidence', exactly(confidence)
            ) AS record
            FROM limits WHERE limits.card_no = cards.card_no ORDER BY limit_no
        )
    )),
    'non_effects', json((
        SELECT coalesce(json_group_array(json(record)), '[]') FROM (
            SELECT json_object(
                'kind', kind, 'span', json_array(span_start, span_end), 'text', text, 'applies', applies, 'effects', json((
                    SELECT coalesce(json_group_array(effect_index), '[]')
                    FROM (SELECT effect_index FROM non_effect_effects AS held WHERE held.non_effect_no = non_effects.non_effect_no ORDER BY effect_index)
                )),
                'mandatory', mandatory, 'material', material, 'wins', wins, 'rule', rule, 'source', source,
                'confidence', exactly(confidence)
            ) AS record
            FROM non_effects WHERE non_effects.card_no = cards.card_no ORDER BY non_effect_no
        )
    )),
    'effects', json((
        SELECT coalesce(json_group_array(json(record)), '[]') FROM (
            SELECT json_object(
                'index', effect_index, 'label', label, 'kind', kind, 'span', json_array(span_start, span_end),
                'parts', json((
                    SELECT coalesce(json_group_array(json(part)), '[]') FROM (
                        SELECT json_array(part_start, part_end) AS part FROM effect_parts AS held
                        WHERE held.effect_no = effects.effect_no ORDER BY part_start
                    )
                )),
                'text', text, 'options', json((
                    SELECT coalesce(json_group_array(json(choice)), '[]') FROM (
                        SELECT json_object(
                            'index', option_index, 'label', label, 'span', json_array(span_start, span_end), 'text', text
                        ) AS choice
                        FROM effect_options AS held WHERE held.effect_no = effects.effect_no ORDER BY option_index
                    )
                )),
                'choose', choose, 'kind_told_by', kind_told_by
            ) AS record
            FROM effects WHERE effects.card_no = cards.card_no ORDER BY effect_no
        )
    )),
    'unread', json((
        SELECT coalesce(json_group_array(json(record)), '[]') FROM (
            SELECT json_object(
                'span', json_array(span_start, span_end), 'text', text, 'reason', reason,
                'guess', json(CASE WHEN guess_kind IS NOT NULL THEN json_object(
                    'kind', guess_kind, 'confidence', exactly(guess_confidence)
                ) END)
            ) AS record
            FROM unread WHERE unread.card_no = cards.card_no ORDER BY unread_no
        )
    ))
)
FROM cards WHERE card_no BETWEEN {first} AND {last} ORDER BY card_no
