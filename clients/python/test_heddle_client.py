"""Tests of heddle_client.py against a real server. HEDDLE_URL is its address, HEDDLE_CUT_URL that of a proxy that cuts."""

from __future__ import annotations

import ast
import datetime
import inspect
import json
import os
import pathlib
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, List, Optional, Tuple

from heddle_client import (
    ApiError,
    Client,
    HeddleConnectionError,
    HeddleError,
    Paginated,
    WebhookVerificationError,
    verify_webhook,
)

URL = os.environ["HEDDLE_URL"]
OPENAPI = pathlib.Path(__file__).resolve().parents[2] / "openapi.json"
ID = "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"

Response = Tuple[Optional[int], Any, dict]


class ScriptedServer:
    """An HTTP server that gives the next response to each request; the last one is repeated. Status None: no response."""

    def __init__(self, responses: List[Response]) -> None:
        self.requests: List[Tuple[str, Any, bytes]] = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                scripted.requests.append((f"{self.command} {self.path}", self.headers, body))
                status, content, headers = responses.pop(0) if len(responses) > 1 else responses[0]
                if status is None:
                    self.close_connection = True
                    return
                payload = content.encode() if isinstance(content, str) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {"content-length": str(len(payload)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(payload)

            do_GET = do_POST = do_PATCH = handle_one

            def log_message(self, *_args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> ScriptedServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_args: Any) -> None:
        self._server.shutdown()
        self._server.server_close()


def call_with_ids(method: Callable[..., Any]) -> Any:
    """Calls a method with values for its positional parameters, and starts an iteration."""
    parameters = inspect.signature(method).parameters.values()
    required = {
        parameter.name: "csv"
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
    }
    values = [ID for parameter in parameters if parameter.kind is parameter.POSITIONAL_ONLY]
    result = method(*values, **required)
    return next(iter(result)) if isinstance(result, Paginated) or inspect.isgenerator(result) else result


class Operations(unittest.TestCase):
    def test_every_operation_of_the_native_api_has_a_method(self) -> None:
        called = set()

        class Recorded(Exception):
            pass

        def record(method: str, path: str, *_args: Any, **_parts: Any) -> None:
            called.add(f"{method} {path}")
            raise Recorded

        client = Client(URL)
        for resource in vars(client).values():
            resource._http.send = resource._http.send_text = record
            resource._http.open_stream = lambda path, *_ids, **_parts: record("GET", path)
            for name, method in inspect.getmembers(resource, inspect.ismethod):
                if not name.startswith("_"):
                    self.assertRaises(Recorded, call_with_ids, method)
        paths = json.loads(OPENAPI.read_text())["paths"]
        operations = {
            f"{method.upper()} {path}"
            for path, methods in paths.items()
            for method in methods
            if path.startswith("/api/v1/")
        }
        self.assertEqual(operations - called, set())
        self.assertEqual({f"{m.upper()} {p}" for p, ms in paths.items() for m in ms} & called, called)

    def test_the_syntax_is_that_of_python_3_9(self) -> None:
        ast.parse(pathlib.Path(inspect.getfile(Client)).read_text(), feature_version=(3, 9))


class Requests(unittest.TestCase):
    def test_a_post_request_is_repeated_with_the_same_idempotency_key(self) -> None:
        responses: List[Response] = [
            (None, "", {}),
            (503, {"error": "overloaded", "message": "busy", "details": {}}, {}),
            (201, '{"thread', {"content-length": "100"}),
            (201, {"thread_id": ID}, {}),
        ]
        with ScriptedServer(responses) as server:
            client = Client(server.url, api_key=lambda: "key-1")
            self.assertEqual(client.threads.create(metadata={"a": 1}), {"thread_id": ID})
            keys = [headers["idempotency-key"] for _, headers, _ in server.requests]
            self.assertEqual(len(keys), 4)
            self.assertEqual(len(set(keys)), 1)
            _, headers, body = server.requests[0]
            self.assertEqual(headers["authorization"], "Bearer key-1")
            self.assertEqual(json.loads(body), {"metadata": {"a": 1}})
            client.threads.create(idempotency_key="order-17")
            self.assertEqual(server.requests[-1][1]["idempotency-key"], "order-17")

    def test_a_retry_respects_retry_after(self) -> None:
        with ScriptedServer([(429, "slow", {"retry-after": "1"}), (200, {}, {})]) as server:
            started = time.monotonic()
            self.assertEqual(Client(server.url).threads.get("t"), {})
            self.assertGreaterEqual(time.monotonic() - started, 1)
        with ScriptedServer([(429, "slow", {"retry-after": "Fri, 01 Jan 2100 00:00:00 GMT"})]) as server:
            with self.assertRaises(ApiError) as caught:
                Client(server.url).threads.get("t")
            self.assertGreater(caught.exception.retry_after or 0, 1_000_000)
        with ScriptedServer([(429, "slow", {"retry-after": "3600", "x-request-id": "r-1"})]) as server:
            with self.assertRaises(ApiError) as caught:
                Client(server.url).threads.get("t")
            self.assertEqual(
                (caught.exception.error, caught.exception.retry_after, caught.exception.request_id),
                ("http_429", 3600, "r-1"),
            )
            self.assertEqual(len(server.requests), 1)

    def test_a_patch_request_is_repeated_only_if_it_was_not_executed(self) -> None:
        with ScriptedServer([(429, "slow", {"retry-after": "0"}), (503, "busy", {})]) as server:
            with self.assertRaises(ApiError) as caught:
                Client(server.url).threads.update("t", title="x")
            self.assertEqual(caught.exception.status, 503)
            self.assertEqual(len(server.requests), 2)

    def test_a_redirect_does_not_receive_the_key(self) -> None:
        with ScriptedServer([(302, "", {"location": URL})]) as server:
            with self.assertRaises(ApiError) as caught:
                Client(server.url, api_key="secret").threads.get("t")
            self.assertEqual(caught.exception.error, "http_302")

    def test_errors_name_the_address_and_the_fix(self) -> None:
        with self.assertRaisesRegex(HeddleConnectionError, "cannot reach http://127.0.0.1:9/"):
            Client("http://127.0.0.1:9", max_retries=0).threads.get("t")
        with self.assertRaisesRegex(HeddleError, "must start with http:// or https://"):
            Client("localhost:8123")
        with self.assertRaisesRegex(HeddleError, "run_id is ''"):
            Client(URL).runs.get("")
        with ScriptedServer([(200, "<html>", {})]) as server:
            with self.assertRaisesRegex(HeddleError, "did not respond with JSON"):
                Client(server.url).threads.get("t")


class Resources(unittest.TestCase):
    client = Client(URL)

    def test_runs_are_created_streamed_and_listed(self) -> None:
        client = self.client
        assistant = client.assistants.create(name="Shop", config={"instructions": "Be brief."})
        assistant_id = assistant["assistant_id"]
        events = list(client.runs.create_and_stream(assistant_id=assistant_id, input={"message": "Hello"}))
        self.assertEqual([event["seq"] for event in events], list(range(1, len(events) + 1)))
        self.assertEqual(events[-1]["type"], "run.completed")
        run_id = events[-1]["run_id"]
        self.assertEqual(client.runs.wait(run_id)["output"], events[-1]["output"])
        stored = list(client.runs.list_events(run_id, limit=2))
        self.assertEqual([event["type"] for event in stored], [event["type"] for event in events])
        self.assertEqual(list(client.runs.stream(run_id, after=len(events) - 1)), events[-1:])
        self.assertEqual(list(client.runs.stream(run_id, after=len(events))), [])
        client.runs.create(assistant_id=assistant_id, input={"message": "Bye"}, wait=60)
        listed = client.runs.list(assistant_id=assistant_id, status=["completed", "failed"], limit=1)
        self.assertEqual(len(list(listed)), 2)
        self.assertTrue(listed.page()["has_more"])
        self.assertEqual(len(list(listed.pages())), 2)
        self.assertEqual(client.runs.count(assistant_id=assistant_id)["total"], 2)

    def test_a_stream_that_is_cut_has_every_event_once(self) -> None:
        thread_id = self.client.threads.create()["thread_id"]
        run = self.client.threads.create_run(thread_id, input={"message": "Tell me about orders"}, wait=60)
        cut = Client(os.environ["HEDDLE_CUT_URL"])
        events = list(cut.runs.stream(run["run_id"], max_retries=200))
        stored = list(self.client.runs.list_events(run["run_id"], limit=1000))
        self.assertEqual([(e["seq"], e["type"]) for e in events], [(e["seq"], e["type"]) for e in stored])

    def test_errors_have_the_fields_of_the_response(self) -> None:
        with self.assertRaises(ApiError) as caught:
            self.client.threads.list(limit=500).page()
        error = caught.exception
        self.assertEqual((error.status, error.error), (400, "validation_error"))
        self.assertIn("limit", error.details)
        self.assertIsNotNone(error.request_id)
        with self.assertRaises(ApiError) as caught:
            next(self.client.runs.stream(ID))
        self.assertEqual(caught.exception.error, "resource_not_found")

    def test_datasets_and_evaluations(self) -> None:
        client = self.client
        dataset_id = client.datasets.create(name="Greetings")["dataset_id"]
        client.datasets.add_examples(dataset_id, examples=[{"input": {"message": "Hello"}}])
        text = client.datasets.export_file(dataset_id, format="jsonl")
        self.assertEqual(client.datasets.import_file(dataset_id, text, format="jsonl")["added"], 1)
        self.assertEqual(len(list(client.datasets.list_examples(dataset_id))), 2)
        evaluation = client.evaluations.create(
            name="Length",
            type="heuristic",
            assistant_id=client.assistants.create(name="Shop")["assistant_id"],
            dataset_id=dataset_id,
            criteria=[{"name": "short", "scorer": "length", "config": {"max": 1000}}],
        )
        client.evaluations.run(evaluation["eval_id"])
        *_, last = client.evaluations.stream(evaluation["eval_id"])
        self.assertEqual(last["evaluation"]["status"], "completed")
        self.assertIn("example_id", client.evaluations.export_results(evaluation["eval_id"], format="csv"))

    def test_the_store_crons_and_figures(self) -> None:
        client = self.client
        client.store.put(["users", "u1"], "language", {"code": "en"})
        item = client.store.get(["users", "u1"], "language")
        self.assertEqual(item and item["value"], {"code": "en"})
        self.assertIsNone(client.store.get(["users"], "missing"))
        self.assertEqual(len(client.store.search(namespace_prefix=["users"])), 1)
        self.assertEqual(client.store.list_namespaces(), [["users", "u1"]])
        client.store.delete(["users", "u1"], "language")
        cron = client.crons.create(assistant_id="agent", schedule="0 9 * * *", input={})
        client.crons.delete(cron["cron_id"])
        yesterday = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
        self.assertIn("totals", client.statistics.get(from_=yesterday.strftime("%Y-%m-%dT%H:%M:%SZ")))
        metrics = client.guardrails.get_metrics()
        names = ("total_evaluations", "guardrail_triggers", "trigger_rate", "false_positive_rate", "response_latency_ms")
        self.assertLessEqual(set(names), set(metrics))

    def test_changes_are_streamed(self) -> None:
        for event in self.client.changes.stream(topics=["runs"]):
            if event["type"] == "ready":
                self.client.runs.create(thread_id=self.client.threads.create()["thread_id"], input={"message": "Hi"})
            if event["type"] == "changes":
                self.assertEqual({change["topic"] for change in event["changes"]}, {"runs"})
                break

    def test_a_delivered_webhook_is_verified(self) -> None:
        with ScriptedServer([(200, "", {})]) as receiver:
            webhook = self.client.webhooks.create(url=receiver.url, events=["run.completed"])
            thread_id = self.client.threads.create()["thread_id"]
            run = self.client.runs.create(thread_id=thread_id, input={"message": "Hi"}, wait=60)
            deadline = time.monotonic() + 60
            delivered: List[Tuple[str, Any, bytes]] = []
            while not delivered and time.monotonic() < deadline:
                time.sleep(0.02)
                delivered = [request for request in receiver.requests if run["run_id"].encode() in request[2]]
            self.client.webhooks.delete(webhook["webhook_id"])
        _, headers, body = delivered[0]
        notification = verify_webhook(["another secret", webhook["secret"]], headers, body)
        self.assertEqual(notification["data"]["run_id"], run["run_id"])
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(webhook["secret"], headers, body + b" ")


if __name__ == "__main__":
    unittest.main()
