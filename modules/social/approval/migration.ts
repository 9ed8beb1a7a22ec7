/**
 * Approval of posts, comments and review links.
 *
 * The database itself keeps posts that wait from being published, also by servers of earlier versions: their status is
 * one that no claim takes, their targets have no due time, and what was approved only changes with its revision.
 */
export const APPROVAL = `
  alter table social_posts
    add column revision int not null default 1,
    add column approval text not null default 'none' check (approval in ('none', 'pending', 'approved', 'rejected')),
    add column requested_by jsonb,
    add column requested_at timestamptz,
    add column overdue boolean not null default false,
    add column notice_at timestamptz,
    drop constraint social_posts_status_check,
    add constraint social_posts_status_check check (status in
      ('draft', 'needs_approval', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled')),
    add constraint social_posts_waiting check ((status = 'needs_approval') = (approval = 'pending'));
  create index social_posts_notice on social_posts (notice_at) where notice_at is not null;

  create function social_posts_keep_approved() returns trigger language plpgsql as $$
  begin
    if new.revision = old.revision
      and row(new.content, new.title, new.video_key, new.video_url, new.to_inbox, new.tiktok, new.overrides)
        is distinct from row(old.content, old.title, old.video_key, old.video_url, old.to_inbox, old.tiktok, old.overrides)
    then raise exception 'The content of an approved post changes only with its revision.';
    end if;
    return new;
  end $$;
  create trigger social_posts_approved before update on social_posts for each row
    when (old.approval in ('pending', 'approved')) execute function social_posts_keep_approved();

  create function social_targets_check_approval() returns trigger language plpgsql as $$
  declare
    post record;
  begin
    select status, approval into post from social_posts where id = new.post_id;
    if post.status = 'needs_approval' and (new.due_at is not null or new.status = 'publishing') then
      raise exception 'A post that waits for approval has no due targets.';
    end if;
    if tg_op = 'INSERT' and post.approval = 'approved' then
      raise exception 'The targets of an approved post change only with its revision.';
    end if;
    return new;
  end $$;
  create trigger social_targets_added before insert on social_targets for each row
    execute function social_targets_check_approval();
  create trigger social_targets_begun before update of due_at, status on social_targets for each row
    when (new.due_at is not null or new.status = 'publishing') execute function social_targets_check_approval();

  create table social_approval_settings (
    account_id uuid primary key references accounts on delete cascade,
    require_approval text not null check (require_approval in ('off', 'editors', 'everyone'))
  );
  create table social_decisions (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    post_id uuid not null references social_posts on delete cascade,
    revision int not null,
    decision text not null check (decision in ('approved', 'rejected')),
    comment text,
    via text not null check (via in ('person', 'key', 'link')),
    by_name text not null,
    reviewer_id uuid,
    created_at timestamptz not null default clock_timestamp()
  );
  create index social_decisions_account on social_decisions (account_id);
  create index social_decisions_post on social_decisions (post_id, created_at);
  create index social_decisions_reviewer on social_decisions (reviewer_id) where reviewer_id is not null;
  create table social_comments (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    post_id uuid not null references social_posts on delete cascade,
    text text not null,
    visibility text not null check (visibility in ('team', 'client')),
    via text not null check (via in ('person', 'key', 'link')),
    by_name text not null,
    created_at timestamptz not null default clock_timestamp()
  );
  create index social_comments_account on social_comments (account_id);
  create index social_comments_post on social_comments (post_id, created_at desc, id desc);

  create table social_reviews (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    can_decide boolean not null,
    passcode_hash text,
    created_by jsonb not null,
    created_by_key uuid,
    created_by_person uuid,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
  );
  create index social_reviews_list on social_reviews (account_id, created_at desc, id desc);
  create table social_review_posts (
    review_id uuid not null references social_reviews on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    post_id uuid not null references social_posts on delete cascade,
    position int not null,
    primary key (review_id, post_id)
  );
  create index social_review_posts_account on social_review_posts (account_id);
  create index social_review_posts_post on social_review_posts (post_id);
  create table social_reviewers (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    review_id uuid not null references social_reviews on delete cascade,
    position int not null,
    name text not null,
    email text not null,
    token_hash text not null unique,
    wrong_passcodes int not null default 0,
    opened_at timestamptz,
    revoked_at timestamptz
  );
  create index social_reviewers_account on social_reviewers (account_id);
  create index social_reviewers_review on social_reviewers (review_id, position);

  create table social_mails (
    account_id uuid not null references accounts on delete cascade,
    recipient text not null,
    notices text,
    due_at timestamptz,
    sent_at timestamptz,
    primary key (account_id, recipient)
  );
  create index social_mails_due on social_mails (due_at) where due_at is not null;
  create index social_mails_recipient on social_mails (recipient)`;
