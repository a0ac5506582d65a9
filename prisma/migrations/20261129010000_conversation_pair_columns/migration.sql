-- pair_key and the members contain the pair. No release has read these columns.
DROP TRIGGER conversations_pair ON conversations;
DROP FUNCTION convert_conversation_pair();

-- squawk-ignore ban-drop-column
ALTER TABLE conversations DROP COLUMN lower_id;
-- squawk-ignore ban-drop-column
ALTER TABLE conversations DROP COLUMN upper_id;
