-- Greys were stored as blues, and dark, light and greyish shades as neighbours of their colour. The analysis job reads covers with
-- such a shade again (a is green to red, b is blue to yellow, in OKLab), and what they were seen as answers until then.
update outfit_looks l set are_garments_known = false
where l.are_garments_known and exists (
  select from jsonb_array_elements(l.palette) c,
    lateral (select c->>'key' as key, (c->'lab'->>1)::float as a, (c->'lab'->>2)::float as b) p
  where p.key in ('navy', 'sky', 'blue') and sqrt(p.a * p.a + p.b * p.b) < 0.035
    or p.key in ('navy', 'olive', 'sky') and p.a < -0.03
    or p.key = 'navy' and p.a > 0.03
    or p.key in ('beige', 'camel', 'cream') and (p.a < 0.005 or p.b > 0.07 or p.a > 0.02 and p.b < 0.04)
);
