-- When somebody proved that an address or a number is theirs, by a code, a link or a provider. An address may be confirmed
-- without it, where sign-up confirms by itself.
alter table auth.users add column email_proven_at timestamptz(3), add column phone_proven_at timestamptz(3);

-- The password of a sign-up waits with the code that its confirmation needs, and belongs to that code alone.
alter table auth.one_time_codes add column password_hash text;
update auth.one_time_codes c set password_hash = u.password_hash
  from auth.users u
  where c.user_id = u.id
    and ((c.purpose = 'confirmation' and u.email_confirmed_at is null) or (c.purpose = 'sms' and u.phone_confirmed_at is null));
update auth.users set password_hash = null
  where password_hash is not null and email_confirmed_at is null and phone_confirmed_at is null;

-- Who proved their address before this was written down: the trail knows of codes and links, a provider's word is kept with
-- the identity. For all others the next proof is the first one.
update auth.users u set email_proven_at = u.email_confirmed_at
  where u.email_confirmed_at is not null
    and (
      exists (
        select from auth.audit a
        where a.user_id = u.id
          and (a.event = 'email_confirmed' or (a.event = 'sign_in' and a.details ->> 'method' = 'otp' and u.phone is null))
      )
      or exists (
        select from auth.identities i
        where i.user_id = u.id and i.provider = 'google' and lower(i.identity_data ->> 'email') = u.email
      )
    );
update auth.users u set phone_proven_at = u.phone_confirmed_at
  where u.phone_confirmed_at is not null
    and exists (
      select from auth.audit a
      where a.user_id = u.id
        and (a.event = 'phone_changed' or (a.event = 'sign_in' and a.details ->> 'method' = 'otp' and u.email is null))
    );
