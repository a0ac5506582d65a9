-- An instance of the first migration, with something of everything that a later one has to carry over.
INSERT INTO users (id, email, username, name, password_hash, followers_count, following_count, threads_count) VALUES
  ('01a1fc4a-0000-7000-8000-00000000000a', 'ada@example.org', 'ada', 'Ada Lovelace', '-', 1, 0, 1),
  ('01a1fc4a-0000-7000-8000-00000000000b', 'ben@example.org', 'ben', 'Ben Bitdiddle', '-', 0, 1, 0);
INSERT INTO follows (follower_id, followee_id) VALUES
  ('01a1fc4a-0000-7000-8000-00000000000b', '01a1fc4a-0000-7000-8000-00000000000a');
INSERT INTO threads (id, author_id, content, likes_count, replies_count, hashtags) VALUES
  ('01a1fc4a-0000-7000-8000-000000000001', '01a1fc4a-0000-7000-8000-00000000000a', 'Lanterns by the river #night', 1, 1, '{night}');
INSERT INTO threads (id, author_id, type, content, parent_id, root_id, level, path) VALUES
  ('01a1fc4a-0000-7000-8000-000000000002', '01a1fc4a-0000-7000-8000-00000000000b', 'reply', 'How bright they are',
   '01a1fc4a-0000-7000-8000-000000000001', '01a1fc4a-0000-7000-8000-000000000001', 1, '01a1fc4a000070008000000000000002');
INSERT INTO feed_entries (key, actor_id, thread_id) VALUES
  ('01a1fc4a-0000-7000-8000-000000000001', '01a1fc4a-0000-7000-8000-00000000000a', '01a1fc4a-0000-7000-8000-000000000001');
INSERT INTO hashtags (id, tag, threads_count) VALUES ('01a1fc4a-0000-7000-8000-000000000009', 'night', 1);
INSERT INTO thread_hashtags (hashtag_id, thread_id) VALUES
  ('01a1fc4a-0000-7000-8000-000000000009', '01a1fc4a-0000-7000-8000-000000000001');
INSERT INTO likes (user_id, thread_id) VALUES
  ('01a1fc4a-0000-7000-8000-00000000000b', '01a1fc4a-0000-7000-8000-000000000001');
INSERT INTO media (id, owner_id, thread_id, type, storage_key, file_name, mime_type, bytes, width, height) VALUES
  ('01a1fc4a-0000-7000-8000-000000000003', '01a1fc4a-0000-7000-8000-00000000000a', '01a1fc4a-0000-7000-8000-000000000001',
   'image', 'abcdefghijklmnopqrstuv', 'image.webp', 'image/webp', 1000, 40, 30);
-- Duplicate notifications, which the first version could write; the migration keeps one.
INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id) VALUES
  ('01a1fc4a-0000-7000-8000-000000000004', '01a1fc4a-0000-7000-8000-00000000000a', '01a1fc4a-0000-7000-8000-00000000000b', 'like', '01a1fc4a-0000-7000-8000-000000000001'),
  ('01a1fc4a-0000-7000-8000-000000000005', '01a1fc4a-0000-7000-8000-00000000000a', '01a1fc4a-0000-7000-8000-00000000000b', 'like', '01a1fc4a-0000-7000-8000-000000000001');
INSERT INTO conversations (id, lower_id, upper_id, last_seq) VALUES
  ('01a1fc4a-0000-7000-8000-000000000006', '01a1fc4a-0000-7000-8000-00000000000a', '01a1fc4a-0000-7000-8000-00000000000b', 2);
INSERT INTO conversation_members (conversation_id, user_id, unread_count, read_seq, last_message_at) VALUES
  ('01a1fc4a-0000-7000-8000-000000000006', '01a1fc4a-0000-7000-8000-00000000000a', 1, 1, now()),
  ('01a1fc4a-0000-7000-8000-000000000006', '01a1fc4a-0000-7000-8000-00000000000b', 0, 2, now());
INSERT INTO messages (id, conversation_id, seq, sender_id, content) VALUES
  ('01a1fc4a-0000-7000-8000-000000000007', '01a1fc4a-0000-7000-8000-000000000006', 1, '01a1fc4a-0000-7000-8000-00000000000a', 'Are you coming?'),
  ('01a1fc4a-0000-7000-8000-000000000008', '01a1fc4a-0000-7000-8000-000000000006', 2, '01a1fc4a-0000-7000-8000-00000000000b', 'On my way');
