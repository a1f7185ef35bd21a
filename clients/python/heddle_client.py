"""Client for the API of Heddle, on the standard library of Python 3.9 and later.

    from heddle_client import Client

    client = Client("http://localhost:8123")
    run = client.runs.create(input={"message": "Hello"}, thread_id=client.threads.create()["thread_id"], wait=30)
    print(run["status"], run["output"])

Requests that failed temporarily are repeated, streams resume after a lost connection, and lists request their pages.
docs/client.md of Heddle describes it. A client keeps no connection open and can be shared by threads.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

__all__ = [
    "ApiError",
    "Client",
    "HeddleConnectionError",
    "HeddleError",
    "Paginated",
    "WebhookVerificationError",
    "verify_webhook",
]

Json = Dict[str, Any]

_DEFAULT_URL = "http://localhost:8123"
_FIRST_DELAY_SECONDS = 0.25
_MAX_DELAY_SECONDS = 8.0
# A server that asks for a longer wait gets no retry; the caller receives the error with `retry_after`.
_MAX_RETRY_AFTER_SECONDS = 60
# The server sends a comment every 15 s, so a connection without any bytes for this time is lost.
_IDLE_SECONDS = 45.0
# A stream ends after so many failures in a row without an event, which takes about a minute.
_STREAM_RETRIES = 10
# Seconds that one request of `runs.wait` asks the server to hold its response.
_WAIT_SECONDS = 25
_FINAL_EVENTS = ("run.completed", "run.failed", "run.cancelled")
_FINAL_STATUSES = ("completed", "failed", "cancelled")


class HeddleError(Exception):
    """Every error that the client raises."""


class ApiError(HeddleError):
    """The server responded with an error. The attributes have the names of the response."""

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        details: Json,
        retry_after: Optional[float],
        request_id: Optional[str],
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.details = details
        self.retry_after = retry_after
        self.request_id = request_id


class HeddleConnectionError(HeddleError):
    """The server cannot be reached, or the connection was lost before the response was complete."""


class WebhookVerificationError(HeddleError):
    """A webhook request is not signed with the secret, or is too old."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the API key to another address."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


class _Http:
    """Sends requests: address, credentials, retries and errors."""

    def __init__(
        self,
        url: str,
        api_key: Union[str, Callable[[], str], None],
        headers: Mapping[str, str],
        max_retries: int,
        timeout: float,
    ) -> None:
        if not re.match(r"https?://[^/]", url):
            raise HeddleError(f'The url of the client is "{url}"; it must start with http:// or https://')
        self._base = url.rstrip("/")
        self._api_key = api_key
        self._headers = dict(headers)
        self._max_retries = max_retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(self, method: str, path: str, *ids: str, **parts: Any) -> Any:
        """Sends a request whose response is JSON, or has no body."""
        text = self.send_text(method, path, *ids, **parts)
        if text == "":
            return None
        try:
            return json.loads(text)
        except ValueError as error:
            message = f"{self._base}{path} did not respond with JSON; check that the client has the url of Heddle"
            raise HeddleError(message) from error

    def send_text(
        self,
        method: str,
        path: str,
        *ids: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content_type: str = "application/json",
        idempotency_key: Optional[str] = None,
        is_read: bool = False,
    ) -> str:
        """Sends a request, with retries, and returns the text of the response."""
        headers: Dict[str, str] = {}
        content: Optional[bytes] = None
        if body is not None:
            headers["content-type"] = content_type
            text = body if isinstance(body, str) else json.dumps(body)
            content = text.encode()
        if idempotency_key is not None or (method == "POST" and not is_read):
            headers["idempotency-key"] = idempotency_key or secrets.token_hex(16)
        url = self._build_url(path, ids, query)
        # The server holds a response back for `wait` seconds.
        timeout = self._timeout + float((query or {}).get("wait") or 0)
        failures = 0
        while True:
            try:
                with self.open(method, url, headers, content, timeout) as response:
                    return _read_all(response, url).decode()
            except HeddleError as error:
                failures += 1
                if failures > self._max_retries or not _is_temporary(error) or not _is_repeatable(method, error):
                    raise
                time.sleep(_get_delay(error, failures))

    def open(
        self, method: str, url: str, headers: Mapping[str, str], content: Optional[bytes], timeout: float
    ) -> http.client.HTTPResponse:
        """Sends one request. Raises an ApiError or a HeddleConnectionError."""
        token = self._api_key() if callable(self._api_key) else self._api_key
        all_headers = {**self._headers, **headers}
        if token is not None:
            all_headers["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(url, data=content, headers=all_headers, method=method)
        try:
            return self._opener.open(request, timeout=timeout)  # type: ignore[no-any-return]
        except urllib.error.HTTPError as error:
            with error:
                raise _to_api_error(error, url) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise HeddleConnectionError(f"cannot reach {url}: {reason}") from error

    def open_stream(
        self, path: str, *ids: str, query: Optional[Mapping[str, Any]], last_event_id: Optional[str]
    ) -> http.client.HTTPResponse:
        headers = {"accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        return self.open("GET", self._build_url(path, ids, query), headers, None, _IDLE_SECONDS)

    def _build_url(self, path: str, ids: Sequence[str], query: Optional[Mapping[str, Any]]) -> str:
        values = iter(ids)
        pathname = re.sub(r"\{(\w+)\}", lambda match: _encode_id(match.group(1), next(values)), path)
        pairs = [(name, item) for name, value in (query or {}).items() for item in _to_texts(value)]
        search = urllib.parse.urlencode(pairs)
        return f"{self._base}{pathname}" + (f"?{search}" if search else "")


def _read_all(response: http.client.HTTPResponse, url: str) -> bytes:
    try:
        return response.read()
    except (OSError, http.client.HTTPException) as error:
        raise HeddleConnectionError(f"the response of {url} is incomplete: {error}") from error


def _to_api_error(response: urllib.error.HTTPError, url: str) -> ApiError:
    try:
        body = json.loads(response.read())
    except (ValueError, OSError, http.client.HTTPException):
        body = None
    if not isinstance(body, dict) or "error" not in body:
        body = {}
    retry_after = body.get("retry_after")
    return ApiError(
        status=response.code,
        error=body.get("error", f"http_{response.code}"),
        message=body.get("message", f"{url} responded with status {response.code}"),
        details=body.get("details") or {},
        retry_after=_parse_retry_after(response.headers["retry-after"]) if retry_after is None else retry_after,
        request_id=response.headers["x-request-id"],
    )


def _parse_retry_after(value: Optional[str]) -> Optional[float]:
    """The header has seconds or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        date = email.utils.parsedate_tz(value)
        return None if date is None else max(0.0, email.utils.mktime_tz(date) - time.time())


def _encode_id(name: str, value: str) -> str:
    """An empty value, `.` or `..` would address another resource."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise HeddleError(f"{name} is {value!r}; it must be the ID or the name of a resource")
    return urllib.parse.quote(value, safe="")


def _to_texts(value: Any) -> List[str]:
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _to_texts(item)]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def _to_fields(values: Mapping[str, Any]) -> Json:
    """Removes the underscore after a name that is a keyword of Python, as in `from_`."""
    return {name.rstrip("_"): value for name, value in values.items()}


def _is_temporary(error: HeddleError) -> bool:
    if isinstance(error, HeddleConnectionError):
        return True
    if not isinstance(error, ApiError) or (error.retry_after or 0) > _MAX_RETRY_AFTER_SECONDS:
        return False
    # A 409 with `retry_after`: the first request with this idempotency key is still running.
    return error.status == 429 or error.status >= 500 or (error.status == 409 and error.retry_after is not None)


def _is_repeatable(method: str, error: HeddleError) -> bool:
    """A PATCH has no idempotency key. It is repeated after a 429 only, because then the server has not executed it."""
    return method != "PATCH" or (isinstance(error, ApiError) and error.status == 429)


def _get_delay(error: Optional[HeddleError], failures: int) -> float:
    requested = (error.retry_after or 0) if isinstance(error, ApiError) else 0
    backoff = min(_MAX_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2 ** (failures - 1))
    return max(requested, backoff * random.uniform(0.5, 1))


class Paginated:
    """A list. Iterating requests page after page and yields the items; `page()` requests one page."""

    def __init__(self, request_page: Callable[[Json], Json], query: Json) -> None:
        self._request_page = request_page
        self._query = query

    def page(self) -> Json:
        """Returns the first page: `data`, `has_more`, and the position of the next one."""
        return self._request_page(self._query)

    def pages(self) -> Iterator[Json]:
        query: Optional[Json] = self._query
        while query is not None:
            page = self._request_page(query)
            yield page
            query = self._get_next_query(page)

    def __iter__(self) -> Iterator[Json]:
        for page in self.pages():
            yield from page["data"]

    def _get_next_query(self, page: Json) -> Optional[Json]:
        if not page["has_more"]:
            return None
        if page.get("next_cursor") is not None:
            return {**self._query, "cursor": page["next_cursor"]}
        # Lists of events continue after the number of an event.
        return None if page.get("next_after") is None else {**self._query, "after": page["next_after"]}


class _Message:
    """One message of an event stream."""

    def __init__(self, id: Optional[str], event: str, data: str) -> None:
        self.id = id
        self.event = event
        self.data = data


def _read_messages(response: http.client.HTTPResponse) -> Iterator[_Message]:
    """Yields the messages of one connection. Ends where the connection ends, without the message that is incomplete."""
    id: Optional[str] = None
    event = "message"
    data: List[str] = []
    while True:
        try:
            line = response.readline()
        except (OSError, http.client.HTTPException) as error:
            raise HeddleConnectionError(f"the stream was interrupted: {error}") from error
        if not line.endswith(b"\n"):
            return
        text = line.decode().rstrip("\r\n")
        if text == "":
            if data:
                yield _Message(id, event, "\n".join(data))
            id, event, data = None, "message", []
            continue
        name, _, value = text.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id":
            id = value
        elif name == "event":
            event = value
        elif name == "data":
            data.append(value)


def _read_events(
    open_stream: Callable[[Optional[str]], http.client.HTTPResponse],
    parse: Callable[[_Message], Optional[Json]],
    is_last: Callable[[Json], bool],
    has_ended: Optional[Callable[[], bool]] = None,
    last_event_id: Optional[str] = None,
    max_retries: int = _STREAM_RETRIES,
) -> Iterator[Json]:
    """Yields events. After a lost connection, the stream is opened again with the id of the last event."""
    failures = 0
    while True:
        has_received = False
        try:
            with open_stream(last_event_id) as response:
                for message in _read_messages(response):
                    last_event_id = message.id if message.id is not None else last_event_id
                    has_received = True
                    failures = 0
                    event = parse(message)
                    if event is None:
                        continue
                    yield event
                    if is_last(event):
                        return
            if not has_received and has_ended is not None and has_ended():
                return
            raise HeddleConnectionError("the server ended the stream before its last event")
        except HeddleError as error:
            failures += 1
            if failures > max_retries or not _is_temporary(error):
                raise
            time.sleep(_get_delay(error, failures))


class _Resource:
    def __init__(self, http: _Http) -> None:
        self._http = http

    def _get(self, path: str, *ids: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        return self._http.send("GET", path, *ids, query=_to_fields(query or {}))

    def _post(
        self,
        path: str,
        *ids: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
        is_read: bool = False,
    ) -> Any:
        fields = None if body is None else _to_fields(body)
        return self._http.send("POST", path, *ids, body=fields, query=query, idempotency_key=key, is_read=is_read)

    def _put(self, path: str, *ids: str, body: Mapping[str, Any]) -> Any:
        return self._http.send("PUT", path, *ids, body=_to_fields(body))

    def _patch(self, path: str, *ids: str, body: Mapping[str, Any]) -> Any:
        return self._http.send("PATCH", path, *ids, body=_to_fields(body))

    def _delete(self, path: str, *ids: str, body: Optional[Mapping[str, Any]] = None) -> Any:
        return self._http.send("DELETE", path, *ids, body=body)

    def _list(self, path: str, *ids: str, query: Mapping[str, Any]) -> Paginated:
        return Paginated(lambda fields: self._get(path, *ids, query=fields), _to_fields(query))


class ApiKeys(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates an API key. Only this response contains the key."""
        return self._post("/api/v1/api-keys", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists API keys, newest first."""
        return self._list("/api/v1/api-keys", query=query)

    def get(self, key_id: str, /) -> Json:
        """Reads an API key."""
        return self._get("/api/v1/api-keys/{key_id}", key_id)

    def rename(self, key_id: str, /, **body: Any) -> Json:
        """Renames an API key."""
        return self._patch("/api/v1/api-keys/{key_id}", key_id, body=body)

    def revoke(self, key_id: str, /) -> Json:
        """Revokes an API key."""
        return self._delete("/api/v1/api-keys/{key_id}", key_id)


class Assistants(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates an assistant."""
        return self._post("/api/v1/assistants", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists assistants, newest first."""
        return self._list("/api/v1/assistants", query=query)

    def get(self, assistant_id: str, /) -> Json:
        """Reads an assistant."""
        return self._get("/api/v1/assistants/{assistant_id}", assistant_id)

    def update(self, assistant_id: str, /, **body: Any) -> Json:
        """Updates an assistant, which makes a new version."""
        return self._patch("/api/v1/assistants/{assistant_id}", assistant_id, body=body)

    def delete(self, assistant_id: str, /) -> Json:
        """Deletes an assistant."""
        return self._delete("/api/v1/assistants/{assistant_id}", assistant_id)

    def list_versions(self, assistant_id: str, /, **query: Any) -> Paginated:
        """Lists the versions of an assistant, newest first."""
        return self._list("/api/v1/assistants/{assistant_id}/versions", assistant_id, query=query)

    def set_latest_version(self, assistant_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Sets the current version of an assistant."""
        return self._post("/api/v1/assistants/{assistant_id}/latest", assistant_id, body=body, key=idempotency_key)

    def check(self, **body: Any) -> Json:
        """Checks an assistant without saving it, and draws its graph."""
        return self._post("/api/v1/assistants/check", body=body, is_read=True)

    def list_graph_node_types(self) -> Json:
        """Lists the types of nodes of declarative graphs and their schemas."""
        return self._get("/api/v1/graph_node_types")

    def get_node_statistics(self, assistant_id: str, /, **query: Any) -> Json:
        """Reads figures of the nodes of an assistant."""
        return self._get("/api/v1/assistants/{assistant_id}/node_stats", assistant_id, query=query)


class Audit(_Resource):
    def list(self, **query: Any) -> Paginated:
        """Lists administrative changes, newest first."""
        return self._list("/api/v1/audit", query=query)

    def get(self, entry_id: str, /) -> Json:
        """Reads an administrative change."""
        return self._get("/api/v1/audit/{entry_id}", entry_id)


class Changes(_Resource):
    def stream(
        self,
        *,
        topics: Optional[Sequence[str]] = None,
        after: Optional[str] = None,
        max_retries: int = _STREAM_RETRIES,
    ) -> Iterator[Json]:
        """Follows the changes of resources until the iteration stops. After `reset`, changes may be missing."""
        query = {"topics": None if topics is None else ",".join(topics)}
        return _read_events(
            lambda last_id: self._http.open_stream("/api/v1/events", query=query, last_event_id=last_id),
            lambda message: {"type": message.event, "id": message.id, **json.loads(message.data)},
            is_last=lambda _: False,
            last_event_id=after,
            max_retries=max_retries,
        )


class Crons(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a cron whose runs each get a new thread."""
        return self._post("/runs/crons", body=body, key=idempotency_key)

    def create_for_thread(self, thread_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a cron whose runs use one thread."""
        return self._post("/threads/{thread_id}/runs/crons", thread_id, body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists crons with their next five dates, newest first."""
        return self._list("/api/v1/crons", query=query)

    def update(self, cron_id: str, /, **body: Any) -> Json:
        """Updates, enables or disables a cron."""
        return self._patch("/runs/crons/{cron_id}", cron_id, body=body)

    def delete(self, cron_id: str, /) -> None:
        """Deletes a cron, but not its runs."""
        self._delete("/runs/crons/{cron_id}", cron_id)

    def preview(self, **body: Any) -> Json:
        """Computes the next dates of a schedule that is not stored."""
        return self._post("/api/v1/crons/preview", body=body, is_read=True)

    def run(self, cron_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Creates a run of a cron now."""
        return self._post("/api/v1/crons/{cron_id}/run", cron_id, key=idempotency_key)


class Datasets(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a dataset."""
        return self._post("/api/v1/datasets", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists datasets, newest first."""
        return self._list("/api/v1/datasets", query=query)

    def get(self, dataset_id: str, /) -> Json:
        """Reads a dataset."""
        return self._get("/api/v1/datasets/{dataset_id}", dataset_id)

    def update(self, dataset_id: str, /, **body: Any) -> Json:
        """Updates a dataset, but not its examples."""
        return self._patch("/api/v1/datasets/{dataset_id}", dataset_id, body=body)

    def delete(self, dataset_id: str, /) -> Json:
        """Deletes a dataset."""
        return self._delete("/api/v1/datasets/{dataset_id}", dataset_id)

    def list_versions(self, dataset_id: str, /, **query: Any) -> Paginated:
        """Lists the versions of a dataset, newest first."""
        return self._list("/api/v1/datasets/{dataset_id}/versions", dataset_id, query=query)

    def add_examples(self, dataset_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Adds examples to a dataset."""
        return self._post("/api/v1/datasets/{dataset_id}/examples", dataset_id, body=body, key=idempotency_key)

    def add_example_from_run(self, dataset_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Adds the input and output of a run as an example."""
        return self._post(
            "/api/v1/datasets/{dataset_id}/examples/from_run", dataset_id, body=body, key=idempotency_key
        )

    def add_example_from_feedback(
        self, dataset_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any
    ) -> Json:
        """Adds corrected feedback as an example."""
        return self._post(
            "/api/v1/datasets/{dataset_id}/examples/from_feedback", dataset_id, body=body, key=idempotency_key
        )

    def list_examples(self, dataset_id: str, /, **query: Any) -> Paginated:
        """Lists the examples of a dataset, in the order in which they were added."""
        return self._list("/api/v1/datasets/{dataset_id}/examples", dataset_id, query=query)

    def get_example(self, dataset_id: str, example_id: str, /, **query: Any) -> Json:
        """Reads an example."""
        return self._get("/api/v1/datasets/{dataset_id}/examples/{example_id}", dataset_id, example_id, query=query)

    def update_example(self, dataset_id: str, example_id: str, /, **body: Any) -> Json:
        """Updates an example."""
        return self._patch("/api/v1/datasets/{dataset_id}/examples/{example_id}", dataset_id, example_id, body=body)

    def delete_example(self, dataset_id: str, example_id: str, /) -> Json:
        """Deletes an example."""
        return self._delete("/api/v1/datasets/{dataset_id}/examples/{example_id}", dataset_id, example_id)

    def import_file(
        self, dataset_id: str, content: str, /, *, format: str, idempotency_key: Optional[str] = None
    ) -> Json:
        """Adds all examples of a text or none; `format` is `jsonl` or `csv`."""
        return self._http.send(
            "POST",
            "/api/v1/datasets/{dataset_id}/import",
            dataset_id,
            body=content,
            content_type="text/csv" if format == "csv" else "application/x-ndjson",
            idempotency_key=idempotency_key,
        )

    def export_file(self, dataset_id: str, /, **query: Any) -> str:
        """Returns the examples of a dataset as text that `import_file` accepts; `format` is `jsonl` or `csv`."""
        return self._http.send_text(
            "GET", "/api/v1/datasets/{dataset_id}/export", dataset_id, query=_to_fields(query)
        )


class Evaluations(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates an evaluation, and starts it if `run_immediately` is true."""
        return self._post("/api/v1/evals", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists evaluations, newest first."""
        return self._list("/api/v1/evals", query=query)

    def get(self, eval_id: str, /) -> Json:
        """Reads an evaluation."""
        return self._get("/api/v1/evals/{eval_id}", eval_id)

    def update(self, eval_id: str, /, **body: Any) -> Json:
        """Renames an evaluation."""
        return self._patch("/api/v1/evals/{eval_id}", eval_id, body=body)

    def delete(self, eval_id: str, /) -> Json:
        """Deletes an evaluation and its results."""
        return self._delete("/api/v1/evals/{eval_id}", eval_id)

    def run(self, eval_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Starts an evaluation, or continues one that was interrupted."""
        return self._post("/api/v1/evals/{eval_id}/run", eval_id, key=idempotency_key)

    def cancel(self, eval_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Cancels an evaluation and keeps its results."""
        return self._post("/api/v1/evals/{eval_id}/cancel", eval_id, key=idempotency_key)

    def retry(self, eval_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Retries results without a score."""
        return self._post("/api/v1/evals/{eval_id}/retry", eval_id, key=idempotency_key)

    def list_results(self, eval_id: str, /, **query: Any) -> Paginated:
        """Lists the results of an evaluation."""
        return self._list("/api/v1/evals/{eval_id}/results", eval_id, query=query)

    def list_examples(self, eval_id: str, /, **query: Any) -> Paginated:
        """Lists the results of an evaluation, one row per example."""
        return self._list("/api/v1/evals/{eval_id}/examples", eval_id, query=query)

    def get_distribution(self, eval_id: str, /, **query: Any) -> Json:
        """Reads how the scores of an evaluation are distributed."""
        return self._get("/api/v1/evals/{eval_id}/distribution", eval_id, query=query)

    def compare(self, eval_id: str, /, **query: Any) -> Json:
        """Compares an evaluation with earlier ones."""
        return self._get("/api/v1/evals/{eval_id}/comparison", eval_id, query=query)

    def list_compared_examples(self, eval_id: str, /, **query: Any) -> Paginated:
        """Lists the examples of a comparison with the results of all sides."""
        return self._list("/api/v1/evals/{eval_id}/comparison/results", eval_id, query=query)

    def judge(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Judges a single output."""
        return self._post("/api/v1/evals/judge", body=body, key=idempotency_key)

    def calibrate_judge(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Calibrates a judge against human labels."""
        return self._post("/api/v1/evals/judge/calibrations", body=body, key=idempotency_key)

    def list_calibrations(self, **query: Any) -> Paginated:
        """Lists calibrations of judges, newest first."""
        return self._list("/api/v1/evals/judge/calibrations", query=query)

    def reserve_review(self, eval_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Reserves the next result that needs a review by a person."""
        return self._post("/api/v1/evals/{eval_id}/reviews/next", eval_id, body=body, key=idempotency_key)

    def submit_review(self, eval_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Reviews a result of an evaluation."""
        return self._post("/api/v1/evals/{eval_id}/feedback", eval_id, body=body, key=idempotency_key)

    def export_results(self, eval_id: str, /, **query: Any) -> str:
        """Returns the results of an evaluation as text; `format` is `jsonl` or `csv`."""
        path = "/api/v1/evals/{eval_id}/results/export"
        return self._http.send_text("GET", path, eval_id, query=_to_fields(query))

    def stream(self, eval_id: str, /, *, max_retries: int = _STREAM_RETRIES) -> Iterator[Json]:
        """Follows an evaluation: `progress` events, then `end` with the `evaluation`. Survives lost connections."""

        def parse(message: _Message) -> Json:
            data = json.loads(message.data)
            return {"type": "end", "evaluation": data} if message.event == "end" else {"type": "progress", **data}

        path = "/api/v1/evals/{eval_id}/stream"
        return _read_events(
            lambda _: self._http.open_stream(path, eval_id, query=None, last_event_id=None),
            parse,
            is_last=lambda event: event["type"] == "end",
            max_retries=max_retries,
        )


class Feedback(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates feedback on a run."""
        return self._post("/api/v1/feedback", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists feedback, newest first."""
        return self._list("/api/v1/feedback", query=query)

    def get(self, feedback_id: str, /) -> Json:
        """Reads feedback."""
        return self._get("/api/v1/feedback/{feedback_id}", feedback_id)


class Guardrails(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a guardrail."""
        return self._post("/api/v1/governance/guardrails", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists guardrails, newest first."""
        return self._list("/api/v1/governance/guardrails", query=query)

    def get(self, guardrail: str, /) -> Json:
        """Reads a guardrail by its ID or name."""
        return self._get("/api/v1/governance/guardrails/{guardrail}", guardrail)

    def update(self, guardrail: str, /, **body: Any) -> Json:
        """Updates, enables or disables a guardrail."""
        return self._patch("/api/v1/governance/guardrails/{guardrail}", guardrail, body=body)

    def delete(self, guardrail: str, /) -> Json:
        """Deletes a guardrail."""
        return self._delete("/api/v1/governance/guardrails/{guardrail}", guardrail)

    def check(self, **body: Any) -> Json:
        """Checks a text with guardrails. Nothing is stored."""
        return self._post("/api/v1/governance/guardrails/check", body=body, is_read=True)

    def get_metrics(self, **query: Any) -> Json:
        """Reads metrics.

        They contain `total_evaluations`, `guardrail_triggers`, `trigger_rate`, `false_positive_rate` and
        `response_latency_ms`.
        """
        return self._get("/api/v1/governance/guardrails/metrics", query=query)

    def list_types(self) -> Json:
        """Lists the types of guardrails and the schemas of their settings."""
        return self._get("/api/v1/governance/guardrail_types")

    def reload(self, *, idempotency_key: Optional[str] = None) -> Json:
        """Reloads `GUARDRAILS_FILE`."""
        return self._post("/api/v1/governance/reload", key=idempotency_key)

    def list_decisions(self, **query: Any) -> Paginated:
        """Lists decisions of guardrails, newest first."""
        return self._list("/api/v1/governance/audit", query=query)

    def get_decision(self, decision_id: str, /) -> Json:
        """Reads a decision."""
        return self._get("/api/v1/governance/audit/{decision_id}", decision_id)

    def review_decision(self, decision_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Marks a decision as right or as a false positive."""
        return self._post(
            "/api/v1/governance/audit/{decision_id}/review", decision_id, body=body, key=idempotency_key
        )


class Messages(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Adds a message to the thread `thread_id`. This does not start a run."""
        return self._post("/api/v1/messages", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists the messages of the thread `thread_id`, newest first."""
        return self._list("/api/v1/messages", query=query)


class Nodes(_Resource):
    def list(self) -> Json:
        """Lists the nodes of the service."""
        return self._get("/api/v1/nodes")

    def drain(self, node_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Lets a node take no more runs."""
        return self._post("/api/v1/nodes/{node_id}/drain", node_id, key=idempotency_key)

    def resume(self, node_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Lets a drained node take runs again."""
        return self._post("/api/v1/nodes/{node_id}/resume", node_id, key=idempotency_key)


class Policies(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a policy."""
        return self._post("/api/v1/governance/policies", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists policies, newest first."""
        return self._list("/api/v1/governance/policies", query=query)

    def get(self, policy: str, /) -> Json:
        """Reads a policy by its ID or name."""
        return self._get("/api/v1/governance/policies/{policy}", policy)

    def update(self, policy: str, /, **body: Any) -> Json:
        """Updates a policy."""
        return self._patch("/api/v1/governance/policies/{policy}", policy, body=body)

    def delete(self, policy: str, /) -> Json:
        """Deletes a policy."""
        return self._delete("/api/v1/governance/policies/{policy}", policy)


class RiskProfiles(_Resource):
    def list(self) -> Paginated:
        """Lists the risk profiles."""
        return self._list("/api/v1/governance/profiles", query={})

    def get(self, profile: str, /) -> Json:
        """Reads a risk profile."""
        return self._get("/api/v1/governance/profiles/{profile}", profile)


class Runs(_Resource):
    def create(self, *, wait: Optional[float] = None, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a run."""
        return self._post("/api/v1/runs", query={"wait": wait}, body=body, key=idempotency_key)

    def get(self, run_id: str, /, *, wait: Optional[float] = None) -> Json:
        """Reads a run."""
        return self._get("/api/v1/runs/{run_id}", run_id, query={"wait": wait})

    def list(self, **query: Any) -> Paginated:
        """Lists runs, newest first."""
        return self._list("/api/v1/runs", query=query)

    def count(self, **query: Any) -> Json:
        """Counts runs, by a field if `by` names one."""
        return self._get("/api/v1/runs/counts", query=query)

    def delete(self, run_id: str, /) -> Json:
        """Deletes a run that has ended."""
        return self._delete("/api/v1/runs/{run_id}", run_id)

    def list_events(self, run_id: str, /, **query: Any) -> Paginated:
        """Lists the stored events of a run, oldest first."""
        return self._list("/api/v1/runs/{run_id}/events", run_id, query=query)

    def cancel(self, run_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Cancels a run."""
        return self._post("/api/v1/runs/{run_id}/cancel", run_id, key=idempotency_key)

    def submit_tool_outputs(self, run_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Submits the outputs of all open tool calls to a waiting run, which continues."""
        return self._post("/api/v1/runs/{run_id}/submit_tool_outputs", run_id, body=body, key=idempotency_key)

    def resume(self, run_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Resumes a waiting run with the input of a person."""
        return self._post("/api/v1/runs/{run_id}/resume", run_id, body=body, key=idempotency_key)

    def review(self, run_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Decides on a tool call or output that a guardrail holds for review."""
        return self._post("/api/v1/runs/{run_id}/review", run_id, body=body, key=idempotency_key)

    def rerun(self, run_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Repeats a run that has ended, as a new run."""
        return self._post("/api/v1/runs/{run_id}/rerun", run_id, body=body, key=idempotency_key)

    def reserve(self, run_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Reserves a run that waits for an action, so that others cannot resume it."""
        return self._post("/api/v1/runs/{run_id}/reserve", run_id, body=body, key=idempotency_key)

    def release(self, run_id: str, /) -> Json:
        """Ends the reservation of a run."""
        return self._delete("/api/v1/runs/{run_id}/reserve", run_id)

    def change_many(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Cancels, repeats or deletes many runs in the background. `get_operation` reads the progress."""
        return self._post("/api/v1/runs/bulk", body=body, key=idempotency_key)

    def get_operation(self, operation_id: str, /) -> Json:
        """Reads the progress of a bulk operation."""
        return self._get("/api/v1/operations/{operation_id}", operation_id)

    def stream(self, run_id: str, /, *, after: int = 0, max_retries: int = _STREAM_RETRIES) -> Iterator[Json]:
        """Follows a run: first its stored events, then new ones, until the run has ended. Survives lost connections."""
        last = after

        def parse(message: _Message) -> Optional[Json]:
            nonlocal last
            if message.id is None or int(message.id) <= last:
                return None
            last = int(message.id)
            return {"seq": last, **json.loads(message.data)}

        return _read_events(
            lambda last_id: self._http.open_stream("/api/v1/stream", query={"run_id": run_id}, last_event_id=last_id),
            parse,
            is_last=lambda event: event["type"] in _FINAL_EVENTS,
            has_ended=lambda: self.get(run_id)["status"] in _FINAL_STATUSES,
            last_event_id=str(after) if after > 0 else None,
            max_retries=max_retries,
        )

    def create_and_stream(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Iterator[Json]:
        """Creates a run and follows it. The run continues if the iteration stops."""
        run = self.create(idempotency_key=idempotency_key, **body)
        yield from self.stream(run["run_id"])

    def wait(self, run_id: str, /) -> Json:
        """Waits until a run has ended or requires an action, however long this takes, and returns it."""
        while True:
            run = self.get(run_id, wait=_WAIT_SECONDS)
            if run["status"] not in ("queued", "in_progress"):
                return run


class Secrets(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a named secret."""
        return self._post("/api/v1/secrets", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists named secrets without their values, newest first."""
        return self._list("/api/v1/secrets", query=query)

    def get(self, name: str, /) -> Json:
        """Reads a named secret without its value."""
        return self._get("/api/v1/secrets/{name}", name)

    def put(self, name: str, /, **body: Any) -> Json:
        """Creates a named secret or replaces its value."""
        return self._put("/api/v1/secrets/{name}", name, body=body)

    def delete(self, name: str, /) -> Json:
        """Deletes a named secret."""
        return self._delete("/api/v1/secrets/{name}", name)


class Statistics(_Resource):
    def get(self, **query: Any) -> Json:
        """Reads figures of runs, models, guardrails and webhooks over time."""
        return self._get("/api/v1/stats", query=query)

    def get_storage(self) -> Json:
        """Reads how much the service stores."""
        return self._get("/api/v1/stats/storage")


class Store(_Resource):
    """The long-term memory of graphs: JSON objects with a key, in a namespace of labels."""

    def put(self, namespace: Sequence[str], key: str, value: Json, /, **body: Any) -> None:
        """Creates or replaces an item."""
        self._put("/store/items", body={"namespace": list(namespace), "key": key, "value": value, **body})

    def get(self, namespace: Sequence[str], key: str, /) -> Optional[Json]:
        """Reads an item; None if it does not exist."""
        item: Optional[Json] = self._get("/store/items", query={"namespace": ".".join(namespace), "key": key})
        return item

    def delete(self, namespace: Sequence[str], key: str, /) -> None:
        """Deletes an item, if it exists."""
        self._delete("/store/items", body={"namespace": list(namespace), "key": key})

    def search(self, **body: Any) -> List[Json]:
        """Searches items under a namespace prefix, by words and by fields of their values."""
        found: Json = self._post("/store/items/search", body=body, is_read=True)
        return list(found["items"])

    def list_namespaces(self, **body: Any) -> List[List[str]]:
        """Lists the namespaces that contain items."""
        found: Json = self._post("/store/namespaces", body=body, is_read=True)
        return list(found["namespaces"])


class System(_Resource):
    def get_me(self) -> Json:
        """Reads the tenant, the scopes and the limits of the caller."""
        return self._get("/api/v1/me")

    def search(self, **query: Any) -> Json:
        """Searches resources by ID or name."""
        return self._get("/api/v1/search", query=query)

    def get_openapi(self) -> Json:
        """Reads the OpenAPI document of the server."""
        return self._get("/api/v1/openapi.json")


class Threads(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Creates a thread."""
        return self._post("/api/v1/threads", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists threads, newest first."""
        return self._list("/api/v1/threads", query=query)

    def get(self, thread_id: str, /) -> Json:
        """Reads a thread."""
        return self._get("/api/v1/threads/{thread_id}", thread_id)

    def update(self, thread_id: str, /, **body: Any) -> Json:
        """Updates a thread. `metadata` is merged."""
        return self._patch("/api/v1/threads/{thread_id}", thread_id, body=body)

    def delete(self, thread_id: str, /) -> Json:
        """Deletes a thread with its messages and runs."""
        return self._delete("/api/v1/threads/{thread_id}", thread_id)

    def create_message(self, thread_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Adds a message. This does not start a run."""
        return self._post("/api/v1/threads/{thread_id}/messages", thread_id, body=body, key=idempotency_key)

    def list_messages(self, thread_id: str, /, **query: Any) -> Paginated:
        """Lists the messages of a thread, newest first."""
        return self._list("/api/v1/threads/{thread_id}/messages", thread_id, query=query)

    def create_run(
        self, thread_id: str, /, *, wait: Optional[float] = None, idempotency_key: Optional[str] = None, **body: Any
    ) -> Json:
        """Creates a run in a thread."""
        return self._post(
            "/api/v1/threads/{thread_id}/runs", thread_id, query={"wait": wait}, body=body, key=idempotency_key
        )

    def list_runs(self, thread_id: str, /, **query: Any) -> Paginated:
        """Lists the runs of a thread, newest first."""
        return self._list("/api/v1/threads/{thread_id}/runs", thread_id, query=query)


class Views(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Saves a view of a screen of the console."""
        return self._post("/api/v1/views", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists saved views, newest first: those of the caller and those that are shared."""
        return self._list("/api/v1/views", query=query)

    def get(self, view_id: str, /) -> Json:
        """Reads a saved view."""
        return self._get("/api/v1/views/{view_id}", view_id)

    def update(self, view_id: str, /, **body: Any) -> Json:
        """Changes the name, the query or the visibility of a saved view."""
        return self._patch("/api/v1/views/{view_id}", view_id, body=body)

    def delete(self, view_id: str, /) -> Json:
        """Deletes a saved view."""
        return self._delete("/api/v1/views/{view_id}", view_id)


class Webhooks(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Registers a webhook. Only this response and that of `rotateSecret` contain the secret."""
        return self._post("/api/v1/webhooks", body=body, key=idempotency_key)

    def list(self, **query: Any) -> Paginated:
        """Lists webhooks, newest first."""
        return self._list("/api/v1/webhooks", query=query)

    def get(self, webhook_id: str, /) -> Json:
        """Reads a webhook."""
        return self._get("/api/v1/webhooks/{webhook_id}", webhook_id)

    def update(self, webhook_id: str, /, **body: Any) -> Json:
        """Updates, enables or disables a webhook."""
        return self._patch("/api/v1/webhooks/{webhook_id}", webhook_id, body=body)

    def delete(self, webhook_id: str, /) -> Json:
        """Deletes a webhook and its undelivered events."""
        return self._delete("/api/v1/webhooks/{webhook_id}", webhook_id)

    def rotate_secret(self, webhook_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Rotates the secret. The old secret keeps signing during the overlap."""
        return self._post("/api/v1/webhooks/{webhook_id}/rotate_secret", webhook_id, body=body, key=idempotency_key)

    def test(self, webhook_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Sends a test notification."""
        return self._post("/api/v1/webhooks/{webhook_id}/test", webhook_id, key=idempotency_key)

    def get_figures(self, **query: Any) -> Json:
        """Counts the deliveries of all webhooks by hour."""
        return self._get("/api/v1/webhooks/figures", query=query)

    def list_deliveries(self, webhook_id: str, /, **query: Any) -> Paginated:
        """Lists the deliveries of a webhook, newest first."""
        return self._list("/api/v1/webhooks/{webhook_id}/deliveries", webhook_id, query=query)

    def list_all_deliveries(self, **query: Any) -> Paginated:
        """Lists the deliveries of all webhooks, newest first."""
        return self._list("/api/v1/deliveries", query=query)

    def get_delivery(self, webhook_id: str, delivery_id: str, /) -> Json:
        """Reads a delivery with all its attempts."""
        return self._get("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}", webhook_id, delivery_id)

    def redeliver(self, webhook_id: str, delivery_id: str, /, *, idempotency_key: Optional[str] = None) -> Json:
        """Redelivers an event under the same delivery ID."""
        return self._post(
            "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
            webhook_id,
            delivery_id,
            key=idempotency_key,
        )

    def redeliver_range(self, webhook_id: str, /, *, idempotency_key: Optional[str] = None, **body: Any) -> Json:
        """Redelivers all events of a time range."""
        return self._post("/api/v1/webhooks/{webhook_id}/redeliver", webhook_id, body=body, key=idempotency_key)


class Client:
    """One attribute per kind of resource. `timeout` is in seconds, for each attempt."""

    def __init__(
        self,
        url: str = _DEFAULT_URL,
        *,
        api_key: Union[str, Callable[[], str], None] = None,
        headers: Optional[Mapping[str, str]] = None,
        max_retries: int = 4,
        timeout: float = 120.0,
    ) -> None:
        http = _Http(url, api_key, headers or {}, max_retries, timeout)
        self.api_keys = ApiKeys(http)
        self.assistants = Assistants(http)
        self.audit = Audit(http)
        self.changes = Changes(http)
        self.crons = Crons(http)
        self.datasets = Datasets(http)
        self.evaluations = Evaluations(http)
        self.feedback = Feedback(http)
        self.guardrails = Guardrails(http)
        self.messages = Messages(http)
        self.nodes = Nodes(http)
        self.policies = Policies(http)
        self.risk_profiles = RiskProfiles(http)
        self.runs = Runs(http)
        self.secrets = Secrets(http)
        self.statistics = Statistics(http)
        self.store = Store(http)
        self.system = System(http)
        self.threads = Threads(http)
        self.views = Views(http)
        self.webhooks = Webhooks(http)


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[str, bytes],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Json:
    """Returns the notification; raises a WebhookVerificationError if no signature is valid.

    `body` is what was received, before any JSON parser. `secret` may be several while it is being replaced.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not lower.get(name):
            raise WebhookVerificationError(f"the header {name} is missing, so the request is not signed")
    timestamp = lower["webhook-timestamp"]
    current = time.time() if now is None else now
    if not timestamp.isdecimal() or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            f"webhook-timestamp is {timestamp}, more than {tolerance_seconds} s from the current time;"
            " check the clocks, or reject a replayed request"
        )
    content = body.encode() if isinstance(body, str) else body
    signed = f"{lower['webhook-id']}.{timestamp}.".encode() + content
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_to_key(one), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in lower["webhook-signature"].split(" "):
            if hmac.compare_digest(signature.encode(), expected):
                notification: Json = json.loads(content)
                return notification
    raise WebhookVerificationError(
        "no signature of the webhook is valid; check the secret, and pass the body as it was received"
    )


def _to_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:], validate=True) if secret.startswith("whsec_") else secret.encode()
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("the secret of the webhook is empty, or not base64 after whsec_")
    return key
