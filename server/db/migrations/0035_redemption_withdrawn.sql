-- On its own: PostgreSQL lets no statement of the same transaction use a new value.
alter type redemption_status add value 'withdrawn';
