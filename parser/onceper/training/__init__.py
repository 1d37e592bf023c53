"""Where the classifier's model comes from: labelled sentences, noise, and the training."""

SEED = 20
