-- Insert threads and users last, so that their counters are correct from the start.
INSERT INTO threads (
  id, author_id, type, content, reply_permission, parent_id, root_id, quoted_id, level, path, hashtags, link_card_id,
  likes_count, replies_count, reposts_count, quotes_count, bookmarks_count, reaction_counts, created_at
)
SELECT t.id, a.id,
  CASE WHEN t.parent IS NOT NULL THEN 'reply' WHEN t.quoted IS NOT NULL THEN 'quote' ELSE 'thread' END::thread_type,
  x.content,
  -- Threads with replies or quotes may not restrict replies.
  CASE
    WHEN r.count > 0 OR q.count > 0 OR pg_temp.dice(t.n, 90) < 0.8 THEN 'ANYONE'
    WHEN pg_temp.dice(t.n, 90) < 0.9 THEN 'FOLLOWERS'
    WHEN pg_temp.dice(t.n, 90) < 0.97 THEN 'FOLLOWING'
    ELSE 'MENTIONED_ONLY'
  END::reply_permission,
  parent.id, root.id, quoted.id, t.level, t.path, x.tags,
  -- One thread in thirty without pictures and quote has a link card.
  CASE WHEN t.quoted IS NULL AND pg_temp.dice(t.n, 72) > 0.2 AND pg_temp.dice(t.n, 91) < 0.03
    THEN pg_temp.card_id(pg_temp.rank(pg_temp.dice(t.n, 92), pg_temp.cards_count(:threads), 1)) END,
  coalesce(l.count, 0), coalesce(r.count, 0), coalesce(p.count, 0), coalesce(q.count, 0), coalesce(b.count, 0),
  coalesce(e.counts, '{}'), pg_temp.time_of(t.ms)
FROM planned_threads t
JOIN planned_texts x USING (n)
JOIN users_by_number a ON a.n = t.author
LEFT JOIN planned_threads parent ON parent.n = t.parent
LEFT JOIN planned_threads root ON root.n = t.root
LEFT JOIN planned_threads quoted ON quoted.n = t.quoted
LEFT JOIN (SELECT parent AS n, count(*) FROM planned_threads WHERE parent IS NOT NULL GROUP BY 1) AS r ON r.n = t.n
LEFT JOIN (SELECT quoted AS n, count(*) FROM planned_threads WHERE quoted IS NOT NULL GROUP BY 1) AS q ON q.n = t.n
LEFT JOIN (SELECT thread_id, count(*) FROM likes GROUP BY 1) AS l ON l.thread_id = t.id
LEFT JOIN (SELECT thread_id, count(*) FROM reposts GROUP BY 1) AS p ON p.thread_id = t.id
LEFT JOIN (SELECT thread_id, count(*) FROM bookmarks GROUP BY 1) AS b ON b.thread_id = t.id
LEFT JOIN (
  SELECT thread_id, jsonb_object_agg(type, count) AS counts
  FROM (SELECT thread_id, type, count(*) FROM reactions GROUP BY 1, 2) AS typed
  GROUP BY 1
) AS e ON e.thread_id = t.id
ORDER BY t.n;

INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
SELECT t.id, a.id, t.id, NOT a.is_private
FROM planned_threads t
JOIN users_by_number a ON a.n = t.author
WHERE t.parent IS NULL
UNION ALL
SELECT id, user_id, thread_id, true FROM reposts
ORDER BY 1;

INSERT INTO users (
  id, email, username, name, password_hash, bio, location, is_private, is_verified,
  followers_count, following_count, threads_count, created_at, thread_listing, folded_names
)
SELECT p.id, p.username || '@people.example', p.username, p.name, :password_hash, p.bio, p.location,
  p.is_private, p.n < 20, coalesce(f.count, 0), coalesce(g.count, 0), coalesce(t.count, 0), pg_temp.time_of(p.ms),
  CASE WHEN p.is_private THEN 'unlisted' ELSE 'listed' END::thread_listing,
  search_fold(p.name || ' @' || p.username)
FROM users_by_number p
LEFT JOIN (SELECT followee AS n, count(*) FROM followed GROUP BY 1) AS f USING (n)
LEFT JOIN (SELECT follower AS n, count(*) FROM followed GROUP BY 1) AS g USING (n)
LEFT JOIN (SELECT author AS n, count(*) FROM planned_threads WHERE parent IS NULL GROUP BY 1) AS t USING (n)
ORDER BY p.n;
