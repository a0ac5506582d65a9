CREATE TABLE filtered_threads (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  group_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  CONSTRAINT filtered_threads_pkey PRIMARY KEY (id),
  CONSTRAINT filtered_threads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT filtered_threads_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE UNIQUE INDEX filtered_threads_user_id_group_id_thread_id_key ON filtered_threads (user_id, group_id, thread_id);

CREATE INDEX filtered_threads_thread_id_idx ON filtered_threads (thread_id);
