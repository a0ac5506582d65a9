ALTER TYPE notification_type ADD VALUE 'moved' AFTER 'new_thread';
