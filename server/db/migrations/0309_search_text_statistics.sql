-- The planner estimates how many search texts match by trying the pattern on those of its histogram. Of 100, one that happens to
-- have a rare name means 1 % of all, and the newest are read until the table ends: 130 ms instead of 4.
alter table outfits alter search_text set statistics 200;
analyze outfits (search_text);
