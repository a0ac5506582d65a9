-- Null: as the account is shown outside.
ALTER TABLE users ADD COLUMN is_federated boolean;
