-- One row of a tagged database; a row with `error` has no line in the other tables.
CREATE TABLE cards (
    card_no INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT,
    lang TEXT,
    game TEXT,
    field TEXT NOT NULL,
    text TEXT,
    error TEXT,
    made_of TEXT,
    made_by TEXT
);

-- One usage limit: how often, of what, for whom, when spent and when free again.
CREATE TABLE limits (
    limit_no INTEGER NOT NULL PRIMARY KEY,
    card_no INTEGER NOT NULL REFERENCES cards (card_no),
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    period TEXT,
    whose_turn TEXT NOT NULL,
    phase TEXT,
    count INTEGER,
    count_text TEXT,
    condition TEXT,
    at_least BOOLEAN NOT NULL,
    verb TEXT NOT NULL,
    summon_kind TEXT,
    shared BOOLEAN NOT NULL,
    each_option BOOLEAN NOT NULL,
    each_target BOOLEAN NOT NULL,
    counts_from TEXT,
    applies_to_reference TEXT NOT NULL,
    applies_to_activation BOOLEAN NOT NULL,
    applies_to_summon BOOLEAN NOT NULL,
    name TEXT,
    names TEXT,
    player TEXT NOT NULL,
    owner TEXT,
    optional BOOLEAN,
    spent_on TEXT,
    refunded_if_negated BOOLEAN,
    on_control_change TEXT,
    event_what TEXT,
    event_whose TEXT,
    event_object TEXT,
    pattern TEXT,
    edition TEXT,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    rule TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence DOUBLE NOT NULL
);

-- One text that is not an effect: not negated with the effects, not copied with them.
CREATE TABLE non_effects (
    non_effect_no INTEGER NOT NULL PRIMARY KEY,
    card_no INTEGER NOT NULL REFERENCES cards (card_no),
    kind TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    applies TEXT,
    mandatory BOOLEAN,
    material TEXT,
    wins TEXT,
    rule TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence DOUBLE NOT NULL
);

-- One effect in printed order; `effect_parts` are its pieces, and its span is their hull.
CREATE TABLE effects (
    effect_no INTEGER NOT NULL PRIMARY KEY,
    card_no INTEGER NOT NULL REFERENCES cards (card_no),
    effect_index INTEGER NOT NULL,
    label TEXT,
    kind TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    choose TEXT,
    kind_told_by TEXT NOT NULL
);

-- One sentence that could state a limit, stands beside the effects or is too long for rules, and was not read.
CREATE TABLE unread (
    unread_no INTEGER NOT NULL PRIMARY KEY,
    card_no INTEGER NOT NULL REFERENCES cards (card_no),
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    reason TEXT NOT NULL,
    guess_kind TEXT,
    guess_confidence DOUBLE
);

-- One effect that a limit governs, by its place; without number where only limits were read.
CREATE TABLE limit_effects (
    limit_no INTEGER NOT NULL REFERENCES limits (limit_no),
    effect_index INTEGER NOT NULL,
    effect_no INTEGER REFERENCES effects (effect_no),
    PRIMARY KEY (limit_no, effect_index)
);

-- One choice of an effect that a limit binds alone.
CREATE TABLE limit_options (
    limit_no INTEGER NOT NULL REFERENCES limits (limit_no),
    option_index INTEGER NOT NULL,
    PRIMARY KEY (limit_no, option_index)
);

-- One thing after which a limit counts anew.
CREATE TABLE limit_resets_on (
    limit_no INTEGER NOT NULL REFERENCES limits (limit_no),
    resets_on TEXT NOT NULL,
    PRIMARY KEY (limit_no, resets_on)
);

-- One effect that a text that is no effect belongs to, by its place.
CREATE TABLE non_effect_effects (
    non_effect_no INTEGER NOT NULL REFERENCES non_effects (non_effect_no),
    effect_index INTEGER NOT NULL,
    effect_no INTEGER REFERENCES effects (effect_no),
    PRIMARY KEY (non_effect_no, effect_index)
);

-- One piece of an effect.
CREATE TABLE effect_parts (
    effect_no INTEGER NOT NULL REFERENCES effects (effect_no),
    part_start INTEGER NOT NULL,
    part_end INTEGER NOT NULL,
    PRIMARY KEY (effect_no, part_start)
);

-- One choice that an effect gives.
CREATE TABLE effect_options (
    effect_no INTEGER NOT NULL REFERENCES effects (effect_no),
    option_index INTEGER NOT NULL,
    label TEXT,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (effect_no, option_index)
);
