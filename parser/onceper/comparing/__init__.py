"""What differs between two taggings of the same cards, or between two languages of one."""
