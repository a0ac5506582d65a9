"""Drives a server with Mastodon.py: register URL | journey URL ID SECRET CODE IMAGE OTHER."""

import json
import sys
from queue import Queue

from mastodon import Mastodon, StreamListener

REDIRECT = "urn:ietf:wg:oauth:2.0:oob"
SCOPES = ["read", "write", "follow", "push"]


def register(url):
    client_id, secret = Mastodon.create_app(
        "Mastodon.py", scopes=SCOPES, redirect_uris=REDIRECT, api_base_url=url
    )
    return {"client_id": client_id, "client_secret": secret}


class Updates(StreamListener):
    def __init__(self):
        self.ids = Queue()
        self.begun = Queue()

    def handle_heartbeat(self):
        self.begun.put(True)

    def on_update(self, status):
        self.ids.put(status.id)


def stream(api, url):
    # The server's public address does not exist.
    api._Mastodon__get_streaming_base = lambda: url
    updates = Updates()
    handle = api.stream_user(updates, run_async=True)
    updates.begun.get(timeout=20)
    status = api.status_post("Seen in the stream")
    is_received = updates.ids.get(timeout=20) == status.id
    handle.close()
    api.status_delete(status)
    return is_received


def journey(url, client_id, secret, code, image, other):
    api = Mastodon(client_id=client_id, client_secret=secret, api_base_url=url)
    api.log_in(code=code, redirect_uri=REDIRECT, scopes=SCOPES)
    account = api.account_verify_credentials()
    media = api.media_post(image, "image/png", description="A square")
    status = api.status_post("Hello from #python", media_ids=[media])
    reply = api.status_post(f"@{account.acct} A reply", in_reply_to_id=status)
    context = api.status_context(status)
    api.status_favourite(reply)
    found = api.account_search(other)[0]
    api.account_note_set(found, "A friend")
    followed = api.account_follow(found)
    direct = api.status_post(f"@{other} Only for you", visibility="direct")
    result = {
        "title": api.instance().title,
        "account": account.acct,
        "media": [medium.description for medium in status.media_attachments],
        "replies": [descendant.id == reply.id for descendant in context.descendants],
        "home": [entry.id for entry in api.timeline_home()],
        "local": [entry.id for entry in api.timeline_local()],
        "tag": [entry.id for entry in api.timeline_hashtag("python")],
        "search": [entry.id for entry in api.search("Hello").statuses],
        "following": followed.following,
        "note": followed.note,
        "notifications": sorted({entry.type for entry in api.notifications()}),
        "conversations": [entry.last_status.id == direct.id for entry in api.conversations()],
        "status": status.id,
    }
    for unused in (api.custom_emojis, api.lists, api.filters, api.mutes, api.blocks,
                   api.bookmarks, api.favourites, api.preferences, api.domain_blocks,
                   api.suggestions, api.announcements, api.scheduled_statuses, api.directory,
                   api.trending_tags, api.follow_requests, api.featured_tags):
        unused()
    result["streamed"] = stream(api, url)
    api.status_delete(reply)
    api.status_delete(status)
    result["remaining"] = [entry.id for entry in api.account_statuses(account)]
    return result


command, *arguments = sys.argv[1:]
print(json.dumps(register(*arguments) if command == "register" else journey(*arguments)))
