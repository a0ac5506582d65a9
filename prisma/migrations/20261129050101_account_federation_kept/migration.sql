-- Private accounts that other servers know stay connected.
UPDATE users SET is_federated = true FROM actor_keys
WHERE actor_keys.actor_id = users.id AND (users.is_private OR NOT users.is_shown_outside);
