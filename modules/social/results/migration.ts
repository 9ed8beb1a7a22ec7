/**
 * Results of whole days as columns of bytes, from which packed-days.ts adds up analytics. Triggers note changes, so that a
 * day counts only while nothing of it has changed, whichever server writes.
 *
 * Numbers take 0, 1, 2, 4 or 8 bytes each, as the largest needs. All bits of an absent number are set.
 */
export const PACKED_DAYS = `
  create table social_result_days (
    account_id uuid not null references accounts on delete cascade,
    day date not null,
    results int not null,
    is_simulated boolean not null,
    hooks text[] not null,
    is_same bytea not null, quarter bytea not null, channel bytea not null, hook bytea not null, length bytea not null,
    views bytea not null, likes bytea not null, comments bytea not null, shares bytea not null, saves bytea not null,
    watch_seconds bytea not null,
    posts bytea not null,
    shared_posts bytea not null,
    primary key (account_id, day)
  );
  alter table social_result_days alter column quarter set storage external;
  alter table social_result_days alter column channel set storage external;
  alter table social_result_days alter column views set storage external;
  alter table social_result_days alter column likes set storage external;
  alter table social_result_days alter column comments set storage external;
  alter table social_result_days alter column shares set storage external;
  alter table social_result_days alter column saves set storage external;
  alter table social_result_days alter column watch_seconds set storage external;
  alter table social_result_days alter column posts set storage external;
  create table social_result_channels (
    account_id uuid not null references accounts on delete cascade,
    place int not null,
    social_account_id uuid not null,
    platform text not null,
    is_simulated boolean not null,
    primary key (account_id, place),
    unique (account_id, social_account_id, platform, is_simulated)
  );
  create table social_result_changes (
    account_id uuid not null,
    day date not null,
    transaction xid8 not null default pg_current_xact_id(),
    primary key (account_id, day, transaction)
  );
  create function social_pack(numbers bigint[]) returns bytea language sql immutable parallel safe
    return (
      select coalesce(string_agg(substring(int8send(coalesce(n, -1)) from 9 - width for width), ''::bytea order by place), '')
      from (select case when max(n) is null then 0 when max(n) < 255 then 1 when max(n) < 65535 then 2
          when max(n) < 4294967295 then 4 else 8 end as width from unnest(numbers) as u (n)) as sized,
        unnest(numbers) with ordinality as u (n, place));
  create function social_results_note_changes() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      insert into social_result_changes (account_id, day)
      select distinct account_id, (published_at at time zone 'UTC')::date
      from (select account_id, published_at from before union all select account_id, published_at from changed) as rows
      on conflict do nothing;
    else
      insert into social_result_changes (account_id, day)
      select distinct account_id, (published_at at time zone 'UTC')::date from changed on conflict do nothing;
    end if;
    return null;
  end $$;
  create trigger social_results_inserted after insert on social_results
    referencing new table as changed for each statement execute function social_results_note_changes();
  create trigger social_results_updated after update on social_results
    referencing old table as before new table as changed for each statement execute function social_results_note_changes();
  create trigger social_results_deleted after delete on social_results
    referencing old table as changed for each statement execute function social_results_note_changes();

  insert into social_result_changes (account_id, day)
  select account_id, (published_at at time zone 'UTC')::date from social_results group by 1, 2 having count(*) >= 20
  on conflict do nothing`;
