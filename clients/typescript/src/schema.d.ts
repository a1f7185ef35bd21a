// Generated from openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this OpenAPI document
         * @description It covers every route of the service.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assistants, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listAssistants"];
        put?: never;
        /**
         * Create an assistant
         * @description Requires the scope `write`.
         */
        post: operations["createAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assistants/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an assistant without saving it, and draw its graph
         * @description Reports the problems that creating or updating the assistant would report. Nothing is stored. Requires the scope `write`.
         */
        post: operations["checkAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/graph_node_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of nodes of declarative graphs and their schemas
         * @description Requires the scope `read`.
         */
        get: operations["listGraphNodeTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assistants/{assistant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an assistant
         * @description Requires the scope `read`.
         */
        get: operations["getAssistant"];
        put?: never;
        post?: never;
        /**
         * Delete an assistant
         * @description Deletes its versions and cancels its waiting runs. Its runs are kept. Requires the scope `write`.
         */
        delete: operations["deleteAssistant"];
        options?: never;
        head?: never;
        /**
         * Update an assistant
         * @description Only the fields in the body change. Each update creates a new version. Requires the scope `write`.
         */
        patch: operations["updateAssistant"];
        trace?: never;
    };
    "/api/v1/assistants/{assistant_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an assistant, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listAssistantVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assistants/{assistant_id}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the current version of an assistant
         * @description Requires the scope `write`.
         */
        post: operations["setLatestAssistantVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List threads, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listThreads"];
        put?: never;
        /**
         * Create a thread
         * @description Requires the scope `write`.
         */
        post: operations["createThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{thread_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a thread
         * @description Requires the scope `read`.
         */
        get: operations["getThread"];
        put?: never;
        post?: never;
        /**
         * Delete a thread with its messages and runs
         * @description Requires the scope `write`.
         */
        delete: operations["deleteThread"];
        options?: never;
        head?: never;
        /**
         * Update a thread
         * @description Requires the scope `write`.
         */
        patch: operations["updateThread"];
        trace?: never;
    };
    "/api/v1/threads/{thread_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a thread, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listThreadMessages"];
        put?: never;
        /**
         * Add a message to a thread
         * @description Requires the scope `write`.
         */
        post: operations["createThreadMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of the thread named in the query, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Add a message to the thread named in the body
         * @description Requires the scope `write`.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Newest first, unless `order` is `asc`. A page reads at most 10,000 rows: with filters that few runs match, it can be short or empty and still have more after it (`has_more`). Requires the scope `read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Create a run
         * @description Requires the scope `write`.
         */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count runs
         * @description Requires the scope `read`.
         */
        get: operations["countRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description Requires the scope `read`.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        /**
         * Delete a run that has ended
         * @description Deletes the run with its events. Its messages and checkpoints are the state of its thread and stay; a temporary thread is deleted with them. Requires the scope `write`.
         */
        delete: operations["deleteRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a run, oldest first
         * @description Requires the scope `read`.
         */
        get: operations["listRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{thread_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a thread
         * @description Newest first, unless `order` is `asc`. A page reads at most 10,000 rows: with filters that few runs match, it can be short or empty and still have more after it (`has_more`). Requires the scope `read`.
         */
        get: operations["listThreadRuns"];
        put?: never;
        /**
         * Create a run in a thread
         * @description Requires the scope `write`.
         */
        post: operations["createThreadRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Requires the scope `write`.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/submit_tool_outputs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the outputs of tool calls to a waiting run
         * @description Requires the scope `write`.
         */
        post: operations["submitToolOutputs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide on a tool call or output that a guardrail holds for review
         * @description Requires the scope `write`.
         */
        post: operations["reviewRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a waiting run with human input
         * @description Requires the scope `write`.
         */
        post: operations["resumeRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat a run that has ended, as a new run
         * @description Requires the scope `write`.
         */
        post: operations["rerunRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve a run that waits for an action
         * @description Until the reservation ends, others cannot resume the run or reserve it. The holder is the API key, or the subject of the token; `reserved_by` shows its name. Requires the scope `write`.
         */
        post: operations["reserveRun"];
        /**
         * End the reservation of a run
         * @description Callers end their own reservations; administrators those of others too. Requires the scope `write`.
         */
        delete: operations["releaseRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel, repeat or delete many runs in the background
         * @description Requires the scope `write`.
         */
        post: operations["changeRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/{operation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of a bulk operation
         * @description Requires the scope `read`.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Requires the scope `admin`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the deliveries of all webhooks by hour
         * @description Only registered webhooks are counted. A webhook without events and failures is not listed. Requires the scope `read`.
         */
        get: operations["getWebhookFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Requires the scope `read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook and its undelivered events
         * @description Requires the scope `admin`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update, enable or disable a webhook
         * @description Requires the scope `admin`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook; the old secret keeps signing during the overlap
         * @description Requires the scope `admin`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification
         * @description Requires the scope `write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with all its attempts
         * @description Requires the scope `read`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event under the same delivery id
         * @description Requires the scope `write`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of all webhooks, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver all events of a time range
         * @description Requires the scope `write`.
         */
        post: operations["redeliverWebhookRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/guardrails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guardrails, newest first
         * @description Lists guardrails created over HTTP, or with `source=file` those of GUARDRAILS_FILE in file order. Requires the scope `read`.
         */
        get: operations["listGuardrails"];
        put?: never;
        /**
         * Create a guardrail
         * @description Requires the scope `admin`.
         */
        post: operations["createGuardrail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/guardrails/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read guardrail metrics
         * @description Requires the scope `read`.
         */
        get: operations["getGuardrailMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/guardrail_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of guardrails and the schemas of their settings
         * @description Requires the scope `read`.
         */
        get: operations["listGuardrailTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/guardrails/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a text with guardrails (dry run)
         * @description Nothing is stored or counted. Requires the scope `write`.
         */
        post: operations["checkGuardrails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/guardrails/{guardrail}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a guardrail
         * @description Requires the scope `read`.
         */
        get: operations["getGuardrail"];
        put?: never;
        post?: never;
        /**
         * Delete a guardrail
         * @description A guardrail that a policy references cannot be deleted. Runs of an assistant that references it fail afterwards. Requires the scope `admin`.
         */
        delete: operations["deleteGuardrail"];
        options?: never;
        head?: never;
        /**
         * Update, enable or disable a guardrail
         * @description Requires the scope `admin`.
         */
        patch: operations["updateGuardrail"];
        trace?: never;
    };
    "/api/v1/governance/reload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reload GUARDRAILS_FILE
         * @description Reloads the file on the node that handles the request. An invalid file changes nothing. Requires the scope `admin`.
         */
        post: operations["reloadGuardrails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies, newest first
         * @description Lists policies created over HTTP, or with `source=file` those of GUARDRAILS_FILE in file order. Requires the scope `read`.
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description Requires the scope `admin`.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/policies/{policy}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a policy
         * @description Requires the scope `read`.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Runs of an assistant that references the policy fail afterwards. Requires the scope `admin`.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        /**
         * Update a policy
         * @description Requires the scope `admin`.
         */
        patch: operations["updatePolicy"];
        trace?: never;
    };
    "/api/v1/governance/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the risk profiles
         * @description Requires the scope `read`.
         */
        get: operations["listRiskProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/profiles/{profile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a risk profile
         * @description Requires the scope `read`.
         */
        get: operations["getRiskProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guardrail decisions, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listGuardrailDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/audit/{decision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a guardrail decision
         * @description Requires the scope `read`.
         */
        get: operations["getGuardrailDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/governance/audit/{decision_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a guardrail decision
         * @description The false positive rate in the metrics is computed from these reviews. Requires the scope `admin`.
         */
        post: operations["reviewGuardrailDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List datasets, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listDatasets"];
        put?: never;
        /**
         * Create a dataset
         * @description Requires the scope `write`.
         */
        post: operations["createDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dataset
         * @description Requires the scope `read`.
         */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        /**
         * Delete a dataset
         * @description Deletes its examples in all versions. Requires the scope `write`.
         */
        delete: operations["deleteDataset"];
        options?: never;
        head?: never;
        /**
         * Update a dataset, but not its examples
         * @description Requires the scope `write`.
         */
        patch: operations["updateDataset"];
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a dataset, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listDatasetVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the examples of a dataset, in the order in which they were added
         * @description All pages show the version of the first page, even if the dataset changes meanwhile. Requires the scope `read`.
         */
        get: operations["listExamples"];
        put?: never;
        /**
         * Add examples to a dataset
         * @description Requires the scope `write`.
         */
        post: operations["addExamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/examples/from_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the input and output of a run as an example
         * @description Requires the scope `write`.
         */
        post: operations["addExampleFromRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/examples/from_feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add corrected feedback as an example
         * @description Uses the input of the run as `input` and the `corrected_output` as `expected_output`. Requires the scope `write`.
         */
        post: operations["addExampleFromFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/examples/{example_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an example
         * @description Requires the scope `read`.
         */
        get: operations["getExample"];
        put?: never;
        post?: never;
        /**
         * Delete an example
         * @description Older versions of the dataset keep the example. Requires the scope `write`.
         */
        delete: operations["deleteExample"];
        options?: never;
        head?: never;
        /**
         * Update an example
         * @description Older versions of the dataset keep the previous content. Requires the scope `write`.
         */
        patch: operations["updateExample"];
        trace?: never;
    };
    "/api/v1/evals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluations, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listEvaluations"];
        put?: never;
        /**
         * Create an evaluation
         * @description Requires the scope `write`.
         */
        post: operations["createEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an evaluation
         * @description Requires the scope `read`.
         */
        get: operations["getEvaluation"];
        put?: never;
        post?: never;
        /**
         * Delete an evaluation and its results
         * @description Requires the scope `write`.
         */
        delete: operations["deleteEvaluation"];
        options?: never;
        head?: never;
        /**
         * Rename an evaluation
         * @description Requires the scope `write`.
         */
        patch: operations["updateEvaluation"];
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an evaluation, or continue one that was interrupted
         * @description Requires the scope `write`.
         */
        post: operations["runEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an evaluation and keep its results
         * @description Requires the scope `write`.
         */
        post: operations["cancelEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry results without a score
         * @description Examples whose run failed are run again. If only the judge failed, only the judge is called again. Requires the scope `write`.
         */
        post: operations["retryEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of an evaluation, example by example
         * @description Requires the scope `read`.
         */
        get: operations["listEvaluationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of an evaluation, one row per example
         * @description Each row has the results of all assistants, with the start of their outputs. `GET …/results?example_id=` has the whole outputs and the explanations of the scores. Requires the scope `read`.
         */
        get: operations["listEvaluatedExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the scores of an evaluation are distributed
         * @description A histogram for each assistant, or for the evaluation and those of `against`. Requires the scope `read`.
         */
        get: operations["getScoreDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare an evaluation with earlier ones
         * @description Compares the examples that both have. `p` is the probability of such a difference by chance; `p_corrected` is corrected for the number of comparisons. Requires the scope `read`.
         */
        get: operations["compareEvaluations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/comparison/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the examples of a comparison with the results of all sides
         * @description Requires the scope `read`.
         */
        get: operations["listComparedExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a single output
         * @description Uses a model or, if none is configured, heuristic rules (`method` says which). If the judge returns no readable verdict, there is no score and the status is 503. Requires the scope `write`.
         */
        post: operations["judge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/judge/calibrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calibrations of judges, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listCalibrations"];
        put?: never;
        /**
         * Calibrate a judge against human labels
         * @description With `labels`, the request calls the judge for each label and lasts until all are judged. An output that the judge cannot score counts as unscored, not as a disagreement. Summaries of evaluations show the latest calibration. Requires the scope `write`.
         */
        post: operations["calibrateJudge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List feedback, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listFeedback"];
        put?: never;
        /**
         * Create feedback on a run
         * @description Requires the scope `write`.
         */
        post: operations["createFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feedback/{feedback_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read feedback
         * @description Requires the scope `read`.
         */
        get: operations["getFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/reviews/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve the next result that needs a review
         * @description Requires the scope `write`.
         */
        post: operations["reserveReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a result of an evaluation
         * @description A reservation is not required. The result gets its scores once it has the number of reviews that `reviewers` of the evaluation requires. Requires the scope `write`.
         */
        post: operations["submitReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List named secrets without their values, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listSecrets"];
        put?: never;
        /**
         * Create a named secret
         * @description Assistants refer to it as `${secret:NAME}` in the URL, headers, query and body of tools and HTTP nodes, in `config.configurable` and in `context`. No response contains the value. Requires the scope `admin`.
         */
        post: operations["createSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a named secret without its value
         * @description Requires the scope `read`.
         */
        get: operations["getSecret"];
        /**
         * Create a named secret or replace its value
         * @description Runs that start afterwards use the new value. Requires the scope `admin`.
         */
        put: operations["putSecret"];
        post?: never;
        /**
         * Delete a named secret
         * @description Runs of assistants that still refer to it fail with `secret_unavailable`. Requires the scope `admin`.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read figures of runs, models, guardrails and webhooks over time
         * @description Figures of single minutes are kept for 48 hours, those of hours for 90 days. The figures are exact, except for the percentiles. Requires the scope `read`.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how much the service stores
         * @description The figures are those of the whole service, except for `oldest_run_at`. They are measured at most once a minute, and less often if measuring takes long. Requires the scope `admin`.
         */
        get: operations["getStorageStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assistants/{assistant_id}/node_stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read figures of the nodes of an assistant
         * @description An execution is counted when it ends. The nodes of an execution that is cancelled, or whose process is killed, are not counted. Requires the scope `read`.
         */
        get: operations["getNodeStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search resources by ID or name
         * @description Finds runs and threads by the start of their ID; assistants, datasets and evaluations by name, threads by title, and webhooks by URL or description. Names are searched in the newest 5,000 resources of each kind. Requires the scope `read`.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views, newest first: those of the caller and those that are shared
         * @description Requires the scope `read`.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view of a screen of the console
         * @description Requires the scope `write`.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved view
         * @description Requires the scope `read`.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Requires the scope `write`.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        /**
         * Change the name, the query or the visibility of a saved view
         * @description Requires the scope `write`.
         */
        patch: operations["updateView"];
        trace?: never;
    };
    "/api/v1/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the nodes of the service
         * @description A node that was killed is listed with `is_alive: false` for an hour. Requires the scope `admin`.
         */
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{node_id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a node take no more runs
         * @description Runs that it executes go on, and it still serves requests. Another node than the one that responds follows within ten seconds. A node that starts again takes runs. Requires the scope `admin`.
         */
        post: operations["drainNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{node_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a drained node take runs again
         * @description Requires the scope `admin`.
         */
        post: operations["resumeNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/crons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List crons with their next five dates, newest first
         * @description Requires the scope `read`.
         */
        get: operations["listCrons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/crons/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the next dates of a schedule that is not stored
         * @description Nothing is stored. An invalid schedule or time zone is a validation error. Requires the scope `read`.
         */
        post: operations["previewCron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/crons/{cron_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a run of a cron now
         * @description It also works for a disabled cron. The next date of the schedule stays as it is. Requires the scope `write`.
         */
        post: operations["runCron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List administrative changes, newest first
         * @description Changes of keys, webhooks, assistants, crons, guardrails, policies, secrets and nodes. Decisions of guardrails are in `GET /governance/audit`. Requires the scope `admin`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an administrative change
         * @description Requires the scope `admin`.
         */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the tenant, the scopes and the limits of the caller
         * @description Requires the scope `read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description Requires the scope `admin`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description This response is the only one that contains the key; the service stores its hash only. Requires the scope `admin`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description Requires the scope `admin`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working immediately on this node and within five seconds on other nodes. Its record is kept. Requires the scope `admin`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key
         * @description Its scopes and its expiry cannot be changed: create another key instead. Requires the scope `admin`.
         */
        patch: operations["renameApiKey"];
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/results/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the results of an evaluation as JSON Lines or CSV
         * @description Sorted by example, assistant and repetition. CSV has the score, the verdict and the explanation of each criterion in columns of their own; cells that a spreadsheet would execute as formulas get an apostrophe. Requires the scope `read`.
         */
        get: operations["exportEvaluationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evals/{eval_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the progress of an evaluation
         * @description Server-Sent Events: the current progress, then every change, until the evaluation has ended. Requires the scope `read`.
         */
        get: operations["streamEvaluation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the changes of runs, threads, evaluations and deliveries
         * @description Server-Sent Events that say which resources of the tenant changed, on any node. The first frame is `ready` or, if changes may be missing, `reset`. Each tenant can have 100 of these streams on a node. Requires the scope `read`.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of a run
         * @description Server-Sent Events: first the stored events (or those after `Last-Event-ID`), then new events until the last event of the run. `id` is a sequence number that increases by one within the run, `event` the type, `data` a JSON object. Requires the scope `read`.
         */
        get: operations["streamRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/threads/{thread_id}/runs/crons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a cron whose runs share a thread
         * @description The runs continue the conversation of the thread. Requires the scope `write`.
         */
        post: operations["langGraphCreateThreadCron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/crons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a cron whose runs each get a new thread
         * @description The threads are deleted when the runs have ended, unless `on_run_completed` is `keep`. Requires the scope `write`.
         */
        post: operations["langGraphCreateCron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/crons/{cron_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a cron, but not its runs
         * @description Runs that the cron has created continue. Requires the scope `write`.
         */
        delete: operations["langGraphDeleteCron"];
        options?: never;
        head?: never;
        /**
         * Update a cron
         * @description Fields that are absent keep their values. A new schedule takes effect at once. Requires the scope `write`.
         */
        patch: operations["langGraphUpdateCron"];
        trace?: never;
    };
    "/store/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item; null if it does not exist
         * @description The labels of `namespace` are joined with dots, or the parameter is repeated. Reading extends the TTL of the item, unless `refresh_ttl` is false. Requires the scope `read`.
         */
        get: operations["langGraphGetItem"];
        /**
         * Create or replace an item
         * @description `namespace` and `key` identify the item. `index` names the fields that a search covers. `ttl` is in minutes. Requires the scope `write`.
         */
        put: operations["langGraphPutItem"];
        post?: never;
        /**
         * Delete an item, if it exists
         * @description An item that does not exist is no error. Requires the scope `write`.
         */
        delete: operations["langGraphDeleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search items under a namespace prefix
         * @description A `query` ranks at most 10,000 items by the words that they share with it (BM25, no embedding model), with a `score` from 0 to 1. Without a query, the items written last come first. `filter` compares fields of the value, also with `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in` and `$nin`. Requires the scope `read`.
         */
        post: operations["langGraphSearchItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List namespaces that contain items; `*` in a prefix or suffix matches any one label
         * @description `max_depth` cuts namespaces to this number of labels; each result is listed once. Requires the scope `read`.
         */
        post: operations["langGraphListNamespaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import examples from JSON Lines or CSV
         * @description Adds all examples or none, as one version; up to 100 MB and 100,000 examples. CSV columns: `input` and `expected_output` (a JSON object, or a text that becomes `message` or `response`), `input.<key>`, `expected_output.<key>`, `tags` (a JSON array, or words separated by commas), `split`, `metadata`. `details` of the error lists the first 100 invalid lines. Requires the scope `write`.
         */
        post: operations["importExamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/datasets/{dataset_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the examples of a dataset as JSON Lines or CSV
         * @description In the order in which they were added. The file can be imported again. Requires the scope `read`.
         */
        get: operations["exportExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * ApiKey
         * @description The stored record of an API key. Only a hash of the key itself is stored.
         * @example {
         *       "id": "0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50",
         *       "key_id": "0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50",
         *       "name": "ci",
         *       "prefix": "hdl_Zk3v9q",
         *       "scopes": [
         *         "read",
         *         "write"
         *       ],
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "created_by": "first key",
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "revoked_at": null
         *     }
         */
        ApiKey: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            key_id: string;
            name: string;
            /** @description The first characters of the key, to recognize it by. */
            prefix: string;
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            revoked_at: string | null;
        };
        /**
         * ApiKeyCreate
         * @description An API key to create. Default `scopes`: read and write.
         */
        ApiKeyCreate: {
            /** @description The purpose of the key. */
            name: string;
            scopes?: ("read" | "write" | "admin")[];
            expires_at?: string | null;
        };
        /** ApiKeyCreated */
        ApiKeyCreated: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            key_id: string;
            name: string;
            /** @description The first characters of the key, to recognize it by. */
            prefix: string;
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            revoked_at: string | null;
            /** @description The key. It is shown only in this response. */
            key: string;
        };
        /** ApiKeyPage */
        ApiKeyPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["ApiKey"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * ApiKeyUpdate
         * @description The new name of a key.
         */
        ApiKeyUpdate: {
            /** @description The purpose of the key. */
            name: string;
        };
        /**
         * Assistant
         * @description A configured agent.
         * @example {
         *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "graph_id": "agent",
         *       "name": "Support agent",
         *       "description": null,
         *       "config": {
         *         "model": "openai:gpt-4o",
         *         "temperature": 0.2
         *       },
         *       "context": {},
         *       "graph_schema": {},
         *       "metadata": {},
         *       "version": 1,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "retention_days": null,
         *       "updated_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Assistant: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /**
             * @description The id of the hosted graph that the assistant runs.
             * @example agent
             */
            graph_id: string;
            /** @description The display name. It need not be unique. */
            name: string;
            description: string | null;
            config: {
                [key: string]: unknown;
            };
            /** @description Static context that is passed to the graph. */
            context: {
                [key: string]: unknown;
            };
            /** @description A declarative graph; see the schema GraphSchema. An empty object means the built-in agent. */
            graph_schema: {
                [key: string]: unknown;
            };
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The version that these fields belong to. */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            retention_days: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * AssistantCheckResult
         * @description `graph` is the drawing of `graph_schema`, as far as it can be read; null without one.
         */
        AssistantCheckResult: {
            /** @description What is wrong, by the path of the field; empty if the assistant can be saved. */
            problems: {
                [key: string]: string;
            };
            graph: components["schemas"]["GraphDrawing"] | null;
        };
        /**
         * AssistantConfig
         * @description The configuration of the assistant. The keys listed here are validated; other keys are stored unchanged.
         */
        AssistantConfig: {
            /** @description `provider:model`, or a bare model name. */
            model?: string;
            temperature?: number;
            max_tokens?: number;
            top_p?: number;
            /** @description A separate OpenAI-compatible endpoint. The service sends it no API key. */
            base_url?: string;
            /** @description The system prompt. */
            instructions?: string;
            /** @description The tools that the model may call; see the schema ToolDefinition. */
            tools?: unknown[];
            guardrails?: unknown[];
            policy?: string;
            risk_profile?: string;
            configurable?: {
                [key: string]: unknown;
            };
            /** @description At most RUN_MAX_RECURSION_LIMIT (default: 10,000). */
            recursion_limit?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * AssistantCreate
         * @description An assistant to create. `name` is required unless `graph_id` is set.
         */
        AssistantCreate: {
            /** @description The display name. It need not be unique. */
            name?: string;
            description?: string | null;
            config?: components["schemas"]["AssistantConfig"];
            /** @description Static context that is passed to the graph. */
            context?: {
                [key: string]: unknown;
            };
            /** @description A declarative graph; see the schema GraphSchema. An empty object means the built-in agent. */
            graph_schema?: {
                [key: string]: unknown;
            };
            /**
             * @description The id of the hosted graph that the assistant runs.
             * @example agent
             */
            graph_id?: string;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            retention_days?: number | null;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id?: string;
            /**
             * @description What to do if `assistant_id` exists: respond with 409, or return the existing assistant.
             * @default raise
             * @enum {string}
             */
            if_exists?: "raise" | "do_nothing";
        };
        /** AssistantDeleted */
        AssistantDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
        };
        /** AssistantPage */
        AssistantPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Assistant"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** AssistantSetLatest */
        AssistantSetLatest: {
            /** @description The version to make current. */
            version: number;
        };
        /**
         * AssistantUpdate
         * @description Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced. `retention_days` is not part of versions.
         */
        AssistantUpdate: {
            /** @description The display name. It need not be unique. */
            name?: string;
            description?: string | null;
            config?: components["schemas"]["AssistantConfig"];
            /** @description Static context that is passed to the graph. */
            context?: {
                [key: string]: unknown;
            };
            /** @description A declarative graph; see the schema GraphSchema. An empty object means the built-in agent. */
            graph_schema?: {
                [key: string]: unknown;
            };
            /**
             * @description The id of the hosted graph that the assistant runs.
             * @example agent
             */
            graph_id?: string;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            retention_days?: number | null;
        };
        /**
         * AssistantVersion
         * @description The fields of an assistant at one version. `created_at` is the time at which the version was created.
         */
        AssistantVersion: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /**
             * @description The id of the hosted graph that the assistant runs.
             * @example agent
             */
            graph_id: string;
            /** @description The display name. It need not be unique. */
            name: string;
            description: string | null;
            config: {
                [key: string]: unknown;
            };
            /** @description Static context that is passed to the graph. */
            context: {
                [key: string]: unknown;
            };
            /** @description A declarative graph; see the schema GraphSchema. An empty object means the built-in agent. */
            graph_schema: {
                [key: string]: unknown;
            };
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The version that these fields belong to. */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** AssistantVersionPage */
        AssistantVersionPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["AssistantVersion"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * AuditEntry
         * @description An administrative change. Entries are never changed or deleted.
         */
        AuditEntry: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            entry_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description What was done, for example `webhook.update`. */
            action: string;
            /** @description The type of the resource, for example `webhook`. */
            resource_type: string;
            resource_id: string | null;
            resource_name: string | null;
            /** @description Who did it; the `id` of `GET /me`. */
            actor_id: string;
            /** @description The name of the API key, or the subject of the token. */
            actor_name: string;
            /**
             * @description How the request was authenticated.
             * @enum {string}
             */
            credential: "none" | "configured_key" | "api_key" | "jwt" | "session" | "user";
            key_id: string | null;
            /** @description The request; the log of the service has the same ID. */
            request_id: string;
            /** @description The fields of the request. Short values are recorded; secrets and long values are replaced by a note in brackets. */
            changes: {
                [key: string]: unknown;
            };
        };
        /** AuditPage */
        AuditPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["AuditEntry"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * Calibration
         * @description Applies to one version of a judge: its model, prompt, criteria and threshold. The figures describe the judge itself, so it does not matter whether a criterion is negated.
         */
        Calibration: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            calibration_id: string;
            model: string | null;
            prompt_version: string;
            /**
             * @description Names of predefined criteria, or the hash of a rubric.
             * @example [
             *       "helpfulness"
             *     ]
             */
            judged: string[];
            /** @description The minimum score of an output that passes. */
            threshold: number;
            /**
             * @description `uncalibrated`: there are too few verdicts, or all are equal, so the calibration is not used.
             * @enum {string}
             */
            status: "uncalibrated" | "calibrated";
            /** @description Outputs that have both a human label and a verdict of the judge. */
            labels: number;
            agreement: number | null;
            kappa: number | null;
            kappa_interval: number[] | null;
            warning: string | null;
            /** @description Labels without a verdict of the judge; they are not included in any figure. */
            unscored: number;
            confusion: components["schemas"]["CalibrationConfusion"];
            record: components["schemas"]["CalibrationRecord"];
            /**
             * @description The source of the labels.
             * @enum {string}
             */
            source: "labels" | "evaluation";
            eval_id: string | null;
            criterion: string | null;
            human_criterion: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * CalibrationConfusion
         * @description `counts[i][j]`: outputs for which the judge said `labels[i]` and people `labels[j]`.
         */
        CalibrationConfusion: {
            /**
             * @example [
             *       "failed",
             *       "passed"
             *     ]
             */
            labels: string[];
            /**
             * @example [
             *       [
             *         32,
             *         6
             *       ],
             *       [
             *         8,
             *         54
             *       ]
             *     ]
             */
            counts: number[][];
        };
        /**
         * CalibrationCreate
         * @description Either `labels` with the settings of the judge (as in JudgeRequest), or `eval_id` with `criterion` and `human_criterion`. With `eval_id` the judge is not called; the existing scores of both criteria are compared.
         */
        CalibrationCreate: {
            /**
             * @description The model of the judge as `provider:model`. Default: the default model of the service.
             * @example openai:gpt-4o
             */
            model?: string;
            /** @description The criteria; the judge is called once per criterion. Optional if there is a `rubric`. */
            criteria?: string | (string | components["schemas"]["JudgeCriterion"])[];
            /** @description A custom description of a good output. It replaces the predefined criteria; `criteria` is then only a name for the rubric. */
            rubric?: string;
            /** @description The minimum score to pass. Default: 0.75 (4 of 5), or 0.5 for a heuristic. */
            threshold?: number;
            /** @description Outputs with human labels. The judge is called for each of them. */
            labels?: components["schemas"]["JudgeLabel"][];
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id?: string;
            /** @description The criterion of the evaluation that the judge scored. */
            criterion?: string;
            /** @description The criterion of the evaluation that people scored. */
            human_criterion?: string;
        };
        /** CalibrationPage */
        CalibrationPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Calibration"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * CalibrationRecord
         * @description Counts that are used to correct pass rates of this judge.
         */
        CalibrationRecord: {
            /** @description Outputs that people passed. */
            good: number;
            /** @description Outputs of `good` that the judge passed. */
            good_passed: number;
            /** @description Outputs that people failed. */
            bad: number;
            /** @description Outputs of `bad` that the judge failed. */
            bad_failed: number;
        };
        /** Comparison */
        Comparison: {
            name: string;
            baseline: string;
            shared_examples: number;
            only_before: number;
            only_after: number;
            /** @description Examples whose score increased. */
            wins: number;
            /** @description Examples whose score decreased. */
            losses: number;
            ties: number;
            sign_p: number;
            /** @description Examples that passed before and fail now; the first 1,000. */
            regressed: string[];
            regressed_count: number;
            /** @description Examples that failed before and pass now; the first 1,000. */
            fixed: string[];
            fixed_count: number;
            pass: {
                before: number;
                after: number;
                difference: number;
                /** @description The probability of such a difference by chance. */
                p: number;
                /** @description `p` corrected for the number of comparisons (Holm). */
                p_corrected: number;
                pairs: number;
                detectable: number | null;
                interval: number[] | null;
            } | null;
            score: {
                before: number;
                after: number;
                difference: number;
                /** @description The probability of such a difference by chance. */
                p: number;
                /** @description `p` corrected for the number of comparisons (Holm). */
                p_corrected: number;
                pairs: number;
                detectable: number | null;
                interval: number[] | null;
            } | null;
            by_criterion: {
                [key: string]: {
                    /** @description Examples whose score increased. */
                    wins: number;
                    /** @description Examples whose score decreased. */
                    losses: number;
                    ties: number;
                    sign_p: number;
                    /** @description Examples that passed before and fail now; the first 1,000. */
                    regressed: string[];
                    regressed_count: number;
                    /** @description Examples that failed before and pass now; the first 1,000. */
                    fixed: string[];
                    fixed_count: number;
                    pass: {
                        before: number;
                        after: number;
                        difference: number;
                        /** @description The probability of such a difference by chance. */
                        p: number;
                        /** @description `p` corrected for the number of comparisons (Holm). */
                        p_corrected: number;
                        pairs: number;
                        detectable: number | null;
                        interval: number[] | null;
                    } | null;
                    score: {
                        before: number;
                        after: number;
                        difference: number;
                        /** @description The probability of such a difference by chance. */
                        p: number;
                        /** @description `p` corrected for the number of comparisons (Holm). */
                        p_corrected: number;
                        pairs: number;
                        detectable: number | null;
                        interval: number[] | null;
                    } | null;
                };
            };
        };
        /**
         * Cost
         * @description The cost of the model calls at the prices of the time of the run. `usd` is null if a model has no known price.
         * @example {
         *       "usd": "0.0061",
         *       "unpriced_models": []
         *     }
         */
        Cost: {
            usd: string | null;
            /** @description The models without a known price. */
            unpriced_models: string[];
        };
        /**
         * Criterion
         * @example {
         *       "name": "has_answer",
         *       "scorer": "json_schema",
         *       "config": {
         *         "schema": {
         *           "type": "object",
         *           "required": [
         *             "answer"
         *           ]
         *         }
         *       }
         *     }
         */
        Criterion: {
            /** @description The name of the criterion in the summary. */
            name: string;
            /** @description expected, exact_match, contains, regex, json_valid, json_schema, length, similarity, numeric, latency, cost, tool_called, trajectory, refusal, guardrail, llm_judge, pairwise, human, or an alias that other evaluation tools use. */
            scorer: string;
            config?: {
                [key: string]: unknown;
            };
            /** @description If true, the result is inverted: passed becomes failed. */
            negate?: boolean;
            /** @description The minimum score to pass. */
            threshold?: number;
            /** @description The weight of the criterion. Default: 1. With 0 the score is reported but does not count. */
            weight?: number;
        };
        /** CriterionSummary */
        CriterionSummary: {
            /** @description Examples that passed. */
            passed: number;
            /** @description Examples that failed. */
            failed: number;
            pass_rate: number | null;
            pass_rate_interval: number[] | null;
            avg_score: number | null;
            avg_score_interval: number[] | null;
            /** @description Examples with a score. */
            scored: number;
            /** @description Failed runs; for a criterion, outputs that it could not score. */
            errors: number;
            judge?: components["schemas"]["SummaryJudge"] | null;
            calibration?: "uncalibrated" | components["schemas"]["SummaryCalibration"];
        } & {
            [key: string]: unknown;
        };
        /**
         * Cron
         * @description A schedule that creates runs. `payload` has the options of the runs.
         */
        Cron: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            cron_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            thread_id: string | null;
            on_run_completed: ("delete" | "keep") | null;
            end_time: string | null;
            /**
             * @description A cron expression: minute, hour, day of the month, month, day of the week.
             * @example 30 9 * * 1-5
             */
            schedule: string;
            timezone: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            payload: {
                [key: string]: unknown;
            };
            user_id: string | null;
            next_run_date: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            enabled: boolean;
        };
        /**
         * CronCreate
         * @description A cron to create: a schedule, and the options of the runs that it creates.
         */
        CronCreate: {
            /** @description The id of an assistant or of a graph. */
            assistant_id: string;
            /**
             * @description A cron expression: minute, hour, day of the month, month, day of the week.
             * @example 30 9 * * 1-5
             */
            schedule: string;
            timezone?: string | null;
            end_time?: string | null;
            enabled?: boolean | null;
            on_run_completed?: ("delete" | "keep") | null;
            input?: unknown;
            metadata?: {
                [key: string]: unknown;
            } | null;
            config?: {
                [key: string]: unknown;
            } | null;
            context?: {
                [key: string]: unknown;
            } | null;
            webhook?: string | null;
            interrupt_before?: ("*" | string[]) | null;
            interrupt_after?: ("*" | string[]) | null;
            stream_mode?: (("values" | "updates" | "messages" | "messages-tuple" | "tasks" | "checkpoints" | "events" | "debug" | "custom" | "tools") | ("values" | "updates" | "messages" | "messages-tuple" | "tasks" | "checkpoints" | "events" | "debug" | "custom" | "tools")[]) | null;
            stream_subgraphs?: boolean | null;
            stream_resumable?: boolean | null;
            multitask_strategy?: ("enqueue" | "reject" | "interrupt" | "rollback") | null;
            durability?: ("sync" | "async" | "exit") | null;
            checkpoint_during?: boolean | null;
        };
        /** CronDates */
        CronDates: {
            /** @description The next dates, at most as many as requested. Empty if the cron is disabled or has ended. */
            next_run_dates: string[];
        };
        /**
         * CronPreview
         * @description A schedule that is not stored.
         */
        CronPreview: {
            /**
             * @description A cron expression: minute, hour, day of the month, month, day of the week.
             * @example 30 9 * * 1-5
             */
            schedule: string;
            timezone?: string | null;
            end_time?: string | null;
            /**
             * @description How many dates to return.
             * @default 5
             */
            count?: number;
        };
        /**
         * CronRun
         * @description A run that a cron has created outside of its schedule.
         */
        CronRun: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            cron_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
        };
        /**
         * CronUpdate
         * @description Fields to change.
         */
        CronUpdate: {
            schedule?: string | null;
            timezone?: string | null;
            end_time?: string | null;
            enabled?: boolean | null;
            on_run_completed?: ("delete" | "keep") | null;
            input?: unknown;
            metadata?: {
                [key: string]: unknown;
            } | null;
            config?: {
                [key: string]: unknown;
            } | null;
            context?: {
                [key: string]: unknown;
            } | null;
            webhook?: string | null;
            interrupt_before?: ("*" | string[]) | null;
            interrupt_after?: ("*" | string[]) | null;
            stream_mode?: (("values" | "updates" | "messages" | "messages-tuple" | "tasks" | "checkpoints" | "events" | "debug" | "custom" | "tools") | ("values" | "updates" | "messages" | "messages-tuple" | "tasks" | "checkpoints" | "events" | "debug" | "custom" | "tools")[]) | null;
            stream_subgraphs?: boolean | null;
            stream_resumable?: boolean | null;
            multitask_strategy?: ("enqueue" | "reject" | "interrupt" | "rollback") | null;
            durability?: ("sync" | "async" | "exit") | null;
            checkpoint_during?: boolean | null;
        };
        /**
         * Dataset
         * @description A versioned collection of examples.
         */
        Dataset: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            /** @description The name; unique within the tenant. */
            name: string;
            description: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            held_out_split: string | null;
            /** @description Increases by one with every change to the examples. */
            version: number;
            /** @description The number of examples, including held-out ones. */
            examples: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** DatasetCreate */
        DatasetCreate: {
            /** @description The name; unique within the tenant. */
            name: string;
            description?: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            held_out_split?: string | null;
        };
        /** DatasetDeleted */
        DatasetDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
        };
        /** DatasetPage */
        DatasetPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Dataset"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * DatasetUpdate
         * @description Fields to change. `metadata` is merged, other fields are replaced. No version is created.
         */
        DatasetUpdate: {
            /** @description The name; unique within the tenant. */
            name?: string;
            description?: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            held_out_split?: string | null;
        };
        /**
         * DatasetVersion
         * @description The changes that one request made to the examples of a dataset.
         */
        DatasetVersion: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            /** @description Increases by one with every change to the examples. */
            version: number;
            /** @description The number of examples, including held-out ones. */
            examples: number;
            /** @description Examples added since the previous version. */
            added: number;
            /** @description Examples changed since the previous version. */
            changed: number;
            /** @description Examples removed since the previous version. */
            removed: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** DatasetVersionPage */
        DatasetVersionPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["DatasetVersion"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** DryDecision */
        DryDecision: {
            /** @description The name of the guardrail. */
            guardrail: string;
            /**
             * @description The type of the guardrail.
             * @enum {string}
             */
            type: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /**
             * @description The stage of the checked text.
             * @enum {string}
             */
            stage: "input" | "tool_call" | "tool_result" | "output";
            /**
             * @description The action; `pass` if nothing was found.
             * @enum {string}
             */
            action: "pass" | "warn" | "redact" | "append" | "redirect" | "review" | "block";
            /** @description The category, topic or pattern that was found. */
            category: string;
            score: number | null;
            /**
             * @description The kind of detector.
             * @enum {string}
             */
            detector: "lexical" | "statistical" | "model" | "human";
            /** @description An explanation that contains nothing of the text. */
            reason: string;
            spans: components["schemas"]["Span"][];
            latency_ms: number;
        };
        /**
         * Error
         * @description The body of every error response.
         */
        Error: {
            /**
             * @description The error code; docs/errors.md explains each.
             * @enum {string}
             */
            error: "invalid_request" | "validation_error" | "unauthorized" | "forbidden" | "resource_not_found" | "resource_conflict" | "state_too_large" | "unprocessable_entity" | "check_timeout" | "rate_limit_exceeded" | "queue_limit_exceeded" | "internal_error" | "service_unavailable" | "storage_full" | "overloaded";
            /** @description A description of the error for people. */
            message: string;
            /** @description Additional context. For validation errors, it maps each field path to a text. */
            details: {
                [key: string]: unknown;
            };
            /** @description Seconds to wait before a retry; present with 429, with 503, and with 409 if the first request with an Idempotency-Key is still running. */
            retry_after?: number;
        };
        /** EvaluatedAssistant */
        EvaluatedAssistant: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /** @description Default: the current version. */
            version?: number;
            /** @description The name of the assistant in the results. */
            label?: string;
        };
        /** EvaluatedVersion */
        EvaluatedVersion: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            version: number;
            label: string;
        };
        /**
         * Evaluation
         * @description A measurement of one or several assistants.
         */
        Evaluation: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id: string;
            name: string;
            /**
             * @description How outputs are scored.
             * @enum {string}
             */
            type: "heuristic" | "llm_judge" | "human_feedback" | "comparison";
            /**
             * @description The status of the evaluation.
             * @enum {string}
             */
            status: "pending" | "running" | "awaiting_feedback" | "completed" | "failed" | "cancelled";
            assistant_id: string | null;
            assistant_version: number | null;
            assistants: components["schemas"]["EvaluatedVersion"][];
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            dataset_version: number;
            criteria: components["schemas"]["Criterion"][];
            settings: {
                [key: string]: unknown;
            };
            progress: {
                done: number;
                /** @description The number of runs: examples times repetitions times assistants. */
                total: number;
                percent: number;
                /** @description Results without a score. */
                errors: number;
            };
            summary: components["schemas"]["EvaluationSummary"] | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            started_at: string | null;
            completed_at: string | null;
        };
        /** EvaluationComparison */
        EvaluationComparison: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            against: string;
            comparison: components["schemas"]["Comparison"];
            /** @description One comparison for each evaluation in `against`, in this order; `comparison` is the first. `p_corrected` is corrected for all of them. */
            comparisons: {
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                against: string;
                assistant: number;
                comparison: components["schemas"]["Comparison"];
            }[];
        };
        /** EvaluationCreate */
        EvaluationCreate: {
            /** @description The name of the evaluation. */
            name: string;
            /**
             * @description How outputs are scored: by rules, by a judge, by people, or by comparing assistants.
             * @default heuristic
             * @enum {string}
             */
            type?: "heuristic" | "llm_judge" | "human_feedback" | "comparison";
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id?: string;
            assistant_version?: number;
            /** @description The assistants of a comparison; the first is the baseline. */
            assistants?: components["schemas"]["EvaluatedAssistant"][];
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            /** @description Default: the current version. */
            dataset_version?: number;
            /** @description Uses only examples with one of these tags. */
            tags?: string[];
            /** @description Uses only examples of this split. */
            split?: string;
            /**
             * @description The criteria. Default: each output is compared with the `expected_output` of its example.
             * @example [
             *       {
             *         "name": "mentions_refund",
             *         "scorer": "contains",
             *         "config": {
             *           "substring": "refund"
             *         }
             *       }
             *     ]
             */
            criteria?: (string | {
                [key: string]: unknown;
            })[];
            /** @description The model of the judge, unless a criterion sets another one. */
            model?: string;
            /** @description Prices by model. */
            prices?: {
                [key: string]: {
                    input_per_million: number;
                    output_per_million: number;
                };
            };
            /**
             * @description The number of examples that run at the same time.
             * @default 8
             */
            concurrency?: number;
            /**
             * @description The number of runs per example.
             * @default 1
             */
            repetitions?: number;
            /**
             * @description The number of people who score each example.
             * @default 1
             */
            reviewers?: number;
            /**
             * @description Starts the evaluation. The response is sent when it has ended, or after a few seconds.
             * @default false
             */
            run_immediately?: boolean;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** EvaluationDeleted */
        EvaluationDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id: string;
        };
        /** EvaluationPage */
        EvaluationPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Evaluation"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** EvaluationResult */
        EvaluationResult: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            example_id: string;
            /** @description The index in `assistants` of the evaluation. */
            assistant: number;
            repetition: number;
            run_id: string | null;
            /** @description True if the run was deleted, or purged because of its age; the result keeps its output. */
            run_removed: boolean;
            /**
             * @description The status of the result; `error` if a score could not be determined.
             * @enum {string}
             */
            status: "queued" | "running" | "awaiting_pair" | "awaiting_feedback" | "scored" | "error";
            passed: boolean | null;
            score: number | null;
            /** @description One score per criterion. */
            scores: components["schemas"]["ResultScore"][];
            input: {
                [key: string]: unknown;
            } | null;
            expected_output: {
                [key: string]: unknown;
            } | null;
            output: {
                [key: string]: unknown;
            } | null;
            error: {
                [key: string]: unknown;
            } | null;
            latency_ms: number | null;
            usage: {
                [key: string]: unknown;
            } | null;
            cost: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** EvaluationResultPage */
        EvaluationResultPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["EvaluationResult"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * EvaluationSummary
         * @description In a comparison, the figures are those of the last assistant; `by_assistant` has the figures of all assistants.
         */
        EvaluationSummary: {
            total_examples: number;
            /** @description Examples that passed. */
            passed: number;
            /** @description Examples that failed. */
            failed: number;
            pass_rate: number | null;
            pass_rate_interval: number[] | null;
            avg_score: number | null;
            avg_score_interval: number[] | null;
            /** @description Examples with a score. */
            scored: number;
            /** @description Failed runs; for a criterion, outputs that it could not score. */
            errors: number;
            by_criterion: {
                [key: string]: components["schemas"]["CriterionSummary"];
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * EvaluationUpdate
         * @description The new name. Everything else of an evaluation is fixed when it is created.
         */
        EvaluationUpdate: {
            /** @description The name of the evaluation. */
            name: string;
        };
        /**
         * Example
         * @description An input and the expected output.
         */
        Example: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            example_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            input: {
                [key: string]: unknown;
            };
            expected_output: {
                [key: string]: unknown;
            } | null;
            tags: string[];
            split: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            source_run_id: string | null;
            /** @description The version of the dataset that last changed the example. */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** ExampleDeleted */
        ExampleDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            example_id: string;
            /** @description Increases by one with every change to the examples. */
            version: number;
        };
        /** ExampleFromFeedback */
        ExampleFromFeedback: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            feedback_id: string;
            tags?: string[];
            split?: string | null;
        };
        /**
         * ExampleFromRun
         * @description Default `expected_output`: the output of the run.
         */
        ExampleFromRun: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            expected_output?: {
                [key: string]: unknown;
            } | null;
            tags?: string[];
            split?: string | null;
        };
        /** ExamplePage */
        ExamplePage: {
            /** @description The items, in the order in which they were added. */
            data: components["schemas"]["Example"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * ExampleRow
         * @description All results of an example.
         */
        ExampleRow: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            example_id: string;
            /** @description True if the example is in the held-out split and the caller may not see it. */
            is_hidden: boolean;
            input_text: string | null;
            expected_text: string | null;
            tags: string[];
            split: string | null;
            change: ("regressed" | "fixed" | "different" | "same" | "unpaired") | null;
            difference: number | null;
            /** @description The assistants of the evaluation; in a comparison, the evaluation and then `against`. */
            sides: (components["schemas"]["ExampleRowSide"] | null)[];
        };
        /**
         * ExampleRowPage
         * @description With `q`, a page may have fewer rows than `limit`, or none, although another page follows.
         */
        ExampleRowPage: {
            /** @description The rows in the order of `sort`. */
            data: components["schemas"]["ExampleRow"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
            counts: components["schemas"]["RowCounts"];
        };
        /**
         * ExampleRowSide
         * @description The results of one assistant on an example.
         */
        ExampleRowSide: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            eval_id: string;
            /** @description The index in `assistants` of the evaluation. */
            assistant: number;
            run_id: string | null;
            passed: boolean | null;
            score: number | null;
            /** @description Scores by criterion; of several repetitions, the mean. */
            criteria: {
                [key: string]: {
                    score: number | null;
                    passed: boolean | null;
                };
            };
            output_text: string | null;
            error: {
                [key: string]: unknown;
            } | null;
            latency_ms: number | null;
            repetitions: number;
            /** @description True if the repetitions disagree. */
            varies: boolean;
        };
        /** ExamplesAdded */
        ExamplesAdded: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            /** @description Increases by one with every change to the examples. */
            version: number;
            /** @description The number of added examples. */
            added: number;
            /** @description The added examples in the order of the request. */
            examples: {
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                example_id: string;
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                dataset_id: string;
                input: {
                    [key: string]: unknown;
                };
                expected_output: {
                    [key: string]: unknown;
                } | null;
                tags: string[];
                split: string | null;
                /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
                metadata: {
                    [key: string]: unknown;
                };
                source_run_id: string | null;
                /** @description The version of the dataset that last changed the example. */
                version: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updated_at: string;
            }[];
        };
        /**
         * ExamplesCreate
         * @description Examples to add. Either all are added, as one version, or none.
         */
        ExamplesCreate: {
            examples: {
                /** @description The input of the run. */
                input: {
                    [key: string]: unknown;
                };
                expected_output?: {
                    [key: string]: unknown;
                } | null;
                tags?: string[];
                split?: string | null;
                /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
                metadata?: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** ExamplesImported */
        ExamplesImported: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            dataset_id: string;
            /** @description Increases by one with every change to the examples. */
            version: number;
            /** @description The number of added examples. */
            added: number;
        };
        /**
         * ExampleUpdate
         * @description Fields to change. `metadata` is merged, other fields are replaced.
         */
        ExampleUpdate: {
            /** @description The input of the run. */
            input?: {
                [key: string]: unknown;
            };
            expected_output?: {
                [key: string]: unknown;
            } | null;
            tags?: string[];
            split?: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * Feedback
         * @description Feedback of a person on a run.
         */
        Feedback: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            feedback_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            eval_id: string | null;
            rating: ("positive" | "negative") | null;
            comment: string | null;
            /**
             * @description Scores by dimension.
             * @example {
             *       "helpfulness": 0.75
             *     }
             */
            dimensions: {
                [key: string]: number;
            };
            corrected_output: {
                [key: string]: unknown;
            } | null;
            reviewer: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** FeedbackCreate */
        FeedbackCreate: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * @description Scores by dimension, on any scale.
             * @example {
             *       "helpfulness": 0.75
             *     }
             */
            dimensions?: {
                [key: string]: number;
            };
            /**
             * @description The overall rating of the run.
             * @enum {string}
             */
            rating?: "positive" | "negative";
            /** @description A comment on the run. */
            comment?: string;
            corrected_output?: {
                [key: string]: unknown;
            };
            /** @description The reviewer. Default: the name of the API key or the user. */
            reviewer?: string;
        };
        /** FeedbackPage */
        FeedbackPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Feedback"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * Figures
         * @description Runs count as created when they were created and for everything else when they ended. The duration is the time from the start to the end and includes waiting for input. `cost.usd` is the sum of the runs whose cost is known, or null if no cost is known.
         * @example {
         *       "runs": {
         *         "created": 42,
         *         "completed": 40,
         *         "failed": 1,
         *         "cancelled": 0
         *       },
         *       "duration_ms": {
         *         "p50": 812.4,
         *         "p95": 3410.2
         *       },
         *       "queue_ms": {
         *         "p50": 3.1,
         *         "p95": 20.4
         *       },
         *       "tokens": {
         *         "input": 18200,
         *         "cached_input": 0,
         *         "output": 4100
         *       },
         *       "cost": {
         *         "usd": "0.0692",
         *         "unpriced_runs": 0,
         *         "unpriced_models": []
         *       },
         *       "guardrails": {
         *         "passed": 40,
         *         "flagged": 1,
         *         "blocked": 0
         *       },
         *       "webhooks": {
         *         "attempts": 41,
         *         "failures": 0
         *       }
         *     }
         */
        Figures: {
            runs: {
                /** @description Runs that were created. */
                created: number;
                /** @description Runs that completed. */
                completed: number;
                /** @description Runs that failed. */
                failed: number;
                /** @description Runs that were cancelled. */
                cancelled: number;
            };
            duration_ms: components["schemas"]["Percentiles"];
            queue_ms: components["schemas"]["Percentiles"];
            tokens: {
                /** @description Input tokens, including cached ones. */
                input: number;
                /** @description Input tokens that the provider had cached. */
                cached_input: number;
                /** @description Output tokens. */
                output: number;
            };
            cost: {
                usd: string | null;
                /** @description Runs whose cost is unknown, because a model has no known price. */
                unpriced_runs: number;
                /** @description The models without a known price. */
                unpriced_models: string[];
            };
            guardrails: {
                /** @description Runs in which guardrails found nothing. */
                passed: number;
                /** @description Runs in which guardrails found something and did not block it. */
                flagged: number;
                /** @description Runs that guardrails blocked. */
                blocked: number;
            };
            webhooks: {
                /** @description Attempts to deliver an event. */
                attempts: number;
                /** @description Failed attempts. */
                failures: number;
            } | null;
        };
        /**
         * GraphDrawing
         * @description The nodes and edges of a declarative graph.
         */
        GraphDrawing: {
            nodes: components["schemas"]["GraphDrawingNode"][];
            edges: components["schemas"]["GraphDrawingEdge"][];
        };
        /** GraphDrawingEdge */
        GraphDrawingEdge: {
            source: string;
            target: string;
            /** @description True if the edge is taken only sometimes. */
            conditional: boolean;
            label: string | null;
        };
        /** GraphDrawingNode */
        GraphDrawingNode: {
            /** @description The id of the node; `__start__` and `__end__` are the ends. */
            id: string;
            type: string | null;
        };
        /** GraphNodeType */
        GraphNodeType: {
            /** @description The value of `type` of the node. */
            type: string;
            /** @description The JSON Schema of a node of this type. */
            node_schema: {
                [key: string]: unknown;
            };
        };
        /** GraphNodeTypeList */
        GraphNodeTypeList: {
            types: components["schemas"]["GraphNodeType"][];
        };
        /**
         * Guardrail
         * @description A rule for the inputs, tool calls, tool results and outputs of runs.
         */
        Guardrail: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            guardrail_id: string;
            /** @description The name; unique within the tenant. */
            name: string;
            /**
             * @description The type of the guardrail.
             * @enum {string}
             */
            type: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /**
             * @description True if the guardrail is active.
             * @default true
             */
            enabled: boolean;
            /**
             * @description `all`: applies to every run of the tenant. `named`: applies only to assistants and policies that reference it.
             * @default all
             * @enum {string}
             */
            applies_to: "all" | "named";
            config: {
                [key: string]: unknown;
            };
            /**
             * @description Created over HTTP, or read from GUARDRAILS_FILE. Those of the file apply to every tenant and are changed in the file.
             * @enum {string}
             */
            source: "api" | "file";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * GuardrailCheck
         * @description Checks with the given guardrails, policy, risk profile, or all guardrails of an assistant. Default: the guardrails that apply to every run.
         */
        GuardrailCheck: {
            /** @description The text to check. */
            text: string;
            /**
             * @description The stage of the run to simulate. For `tool_call` the text is the JSON of the arguments.
             * @default output
             * @enum {string}
             */
            stage?: "input" | "tool_call" | "tool_result" | "output";
            /**
             * @description Names of guardrails, or definitions.
             * @example [
             *       "pii_filter"
             *     ]
             */
            guardrails?: (string | {
                [key: string]: unknown;
            })[];
            /** @description Uses the guardrails of this policy. */
            policy?: string;
            /**
             * @description Uses the guardrails of this risk profile.
             * @enum {string}
             */
            risk_profile?: "low_risk" | "medium_risk" | "high_risk";
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id?: string;
            /** @description The finish reason of the model, such as `length`. */
            finish_reason?: string;
        };
        /** GuardrailCreate */
        GuardrailCreate: {
            /** @description The name; unique within the tenant. */
            name: string;
            /**
             * @description The type of the guardrail.
             * @enum {string}
             */
            type: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /**
             * @description True if the guardrail is active.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description `all`: applies to every run of the tenant. `named`: applies only to assistants and policies that reference it.
             * @default all
             * @enum {string}
             */
            applies_to?: "all" | "named";
            /** @description The settings of the type; unknown keys are rejected. */
            config?: {
                [key: string]: unknown;
            };
        };
        /**
         * GuardrailDecision
         * @description The decision of a guardrail about one text of a run.
         */
        GuardrailDecision: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            decision_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /** @description The name of the guardrail. */
            guardrail: string;
            /**
             * @description The type of the guardrail.
             * @enum {string}
             */
            type: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /**
             * @description The stage of the checked text.
             * @enum {string}
             */
            stage: "input" | "tool_call" | "tool_result" | "output";
            /**
             * @description The action; `pass` if nothing was found.
             * @enum {string}
             */
            action: "pass" | "warn" | "redact" | "append" | "redirect" | "review" | "block";
            /** @description The category, topic or pattern that was found. */
            category: string;
            score: number | null;
            /**
             * @description The kind of detector.
             * @enum {string}
             */
            detector: "lexical" | "statistical" | "model" | "human";
            /** @description An explanation that contains nothing of the text. */
            reason: string;
            spans: components["schemas"]["Span"][];
            latency_ms: number;
            policy: string | null;
            /** @description A hash of the guardrails that applied. */
            set_hash: string;
            text_hash: string | null;
            text_before: string | null;
            text_after: string | null;
            tool_call_id: string | null;
            verdict: ("true_positive" | "false_positive") | null;
            reviewer: string | null;
            note: string | null;
            reviewed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** GuardrailDecisionPage */
        GuardrailDecisionPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["GuardrailDecision"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** GuardrailDeleted */
        GuardrailDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            guardrail_id: string;
        };
        /** GuardrailFigures */
        GuardrailFigures: {
            name: string;
            triggers: number;
            /** @description The most frequent action; `pass` if there was none. */
            action_taken: string;
            avg_latency_ms: number;
            /** @description The number of texts that the guardrail checked. */
            checks: number;
            /** @description Triggers of each UTC day from `trends.from` to `trends.to`. */
            triggers_by_day: number[];
            /** @description The number of reviewed decisions. */
            reviewed: number;
            precision: number | null;
            precision_interval: number[] | null;
        };
        /** GuardrailMetrics */
        GuardrailMetrics: {
            summary: components["schemas"]["GuardrailSummary"];
            /** @description Ordered by the number of triggers, descending. */
            by_guardrail: components["schemas"]["GuardrailFigures"][];
            trends: {
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to: string;
                /** @description One rate per day for seven days in UTC, today last; 0 for a day without runs. */
                trigger_rate_7d: number[];
            };
            /** @description The number of checks of single texts. */
            total_evaluations: number;
            /** @description Triggers by name of the guardrail. */
            guardrail_triggers: {
                [key: string]: number;
            };
            /** @description Flagged and blocked runs divided by all runs. */
            trigger_rate: number;
            false_positive_rate: number | null;
            false_positive_interval: number[] | null;
            /** @description The number of reviewed decisions. */
            reviewed: number;
            /** @description The average duration of all checks of a run. */
            response_latency_ms: number;
        };
        /** GuardrailPage */
        GuardrailPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Guardrail"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * GuardrailReview
         * @description A later review replaces an earlier one. Default `reviewer`: the caller.
         */
        GuardrailReview: {
            /**
             * @description Whether the guardrail was right to act.
             * @enum {string}
             */
            verdict: "true_positive" | "false_positive";
            /** @description The reason for the verdict. */
            note?: string;
            /** @description The reviewer. */
            reviewer?: string;
        };
        /** GuardrailsReloaded */
        GuardrailsReloaded: {
            /** @description The number of guardrails in the file. */
            guardrails: number;
            /** @description The number of policies in the file. */
            policies: number;
            /** @description The risk profiles that the file replaces. */
            risk_profiles: string[];
        };
        /** GuardrailSummary */
        GuardrailSummary: {
            /** @description Runs that guardrails checked. */
            total_requests: number;
            blocked: number;
            /** @description Runs that continued after a finding: redacted, warned about, or reviewed. */
            flagged: number;
            passed: number;
        };
        /** GuardrailType */
        GuardrailType: {
            /**
             * @description The type of guardrail.
             * @enum {string}
             */
            type: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /** @description What a guardrail of this type does. */
            description: string;
            /** @description The stages that it checks unless its `config` has `stages`; empty if it checks no text of a run. */
            stages: ("input" | "tool_call" | "tool_result" | "output")[];
            /** @description The JSON Schema of `config`. */
            config_schema: {
                [key: string]: unknown;
            };
        };
        /** GuardrailTypeList */
        GuardrailTypeList: {
            types: components["schemas"]["GuardrailType"][];
            /** @description The names of the built-in patterns of `output_filter`. */
            patterns: string[];
        };
        /**
         * GuardrailUpdate
         * @description Fields to change. `config` is replaced as a whole.
         */
        GuardrailUpdate: {
            /** @description The name; unique within the tenant. */
            name?: string;
            /**
             * @description The type of the guardrail.
             * @enum {string}
             */
            type?: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
            /** @description True if the guardrail is active. */
            enabled?: boolean;
            /**
             * @description The runs to which the guardrail applies.
             * @enum {string}
             */
            applies_to?: "all" | "named";
            /** @description The settings of the type; unknown keys are rejected. */
            config?: {
                [key: string]: unknown;
            };
        };
        /**
         * GuardrailVerdict
         * @description The result of the dry run. Nothing is stored or counted.
         */
        GuardrailVerdict: {
            /**
             * @description The strongest action of all guardrails.
             * @enum {string}
             */
            action: "pass" | "warn" | "redact" | "append" | "redirect" | "review" | "block";
            /** @description The text after redaction; empty if it is blocked. */
            text: string;
            decisions: components["schemas"]["DryDecision"][];
            /** @description Guardrails that a dry run cannot check because they need a model or earlier runs. */
            not_checked: components["schemas"]["NotChecked"][];
        };
        /** Interrupt */
        Interrupt: {
            id: string;
            value: unknown;
        };
        /**
         * JudgeAnswer
         * @description With several criteria, the score is the mean, and the output passes if it passes all criteria.
         */
        JudgeAnswer: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /** @description The criterion, or a list of several criteria. */
            criteria: string | string[];
            model: string | null;
            score: number | null;
            raw_score: number | null;
            scale: components["schemas"]["JudgeScale"];
            passed: boolean | null;
            explanation: string;
            /** @description The objections of the judge. */
            issues: string[];
            flags: ("addresses_judge" | "rubric_not_applied")[];
            /**
             * @description A model, or heuristic rules without a model.
             * @enum {string}
             */
            method: "llm" | "heuristic";
            /** @description The version of the judge prompt. Scores of different versions are not comparable. */
            prompt_version: string;
            /** @description The number of replies that the score is based on. */
            samples: number;
            usage: components["schemas"]["JudgeUsage"] | null;
            latency_ms: number;
            /**
             * @description `error`: there is no score; see `reason`.
             * @enum {string}
             */
            status: "scored" | "error";
            reason: ("judge_parse_failure" | "judge_call_failed" | "expected_required") | null;
            /** @description One verdict per criterion, in the order of the request. */
            results: components["schemas"]["JudgeVerdict"][];
        };
        /** JudgeCriterion */
        JudgeCriterion: {
            /** @description The name of the criterion. */
            name: string;
            /** @description The rubric. If it is missing, `name` must be a predefined criterion. */
            description?: string;
        };
        /** JudgeLabel */
        JudgeLabel: {
            /** @description The prompt. */
            input: string;
            /** @description The output to judge. */
            output: string;
            expected?: string | null;
            /** @description True if a person passed the output. */
            passed: boolean;
        };
        /** JudgeRequest */
        JudgeRequest: {
            /**
             * @description The model of the judge as `provider:model`. Default: the default model of the service.
             * @example openai:gpt-4o
             */
            model?: string;
            /** @description The criteria; the judge is called once per criterion. Optional if there is a `rubric`. */
            criteria?: string | (string | components["schemas"]["JudgeCriterion"])[];
            /** @description The prompt. */
            input: string;
            /** @description The output to judge. */
            output: string;
            expected?: string | null;
            /** @description A custom description of a good output. It replaces the predefined criteria; `criteria` is then only a name for the rubric. */
            rubric?: string;
            /**
             * @description The number of calls to the model; the score is their mean.
             * @default 1
             */
            samples?: number;
            /** @description The minimum score to pass. Default: 0.75 (4 of 5), or 0.5 for a heuristic. */
            threshold?: number;
        };
        /** JudgeScale */
        JudgeScale: {
            min: number;
            max: number;
        };
        /** JudgeUsage */
        JudgeUsage: {
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            calls: number;
            /** @description True if the model reports no token counts and they are estimated. */
            estimated?: boolean;
        };
        /**
         * JudgeVerdict
         * @description The verdict on one criterion.
         */
        JudgeVerdict: {
            criterion: string;
            model: string | null;
            score: number | null;
            raw_score: number | null;
            scale: components["schemas"]["JudgeScale"];
            passed: boolean | null;
            explanation: string;
            /** @description The objections of the judge. */
            issues: string[];
            flags: ("addresses_judge" | "rubric_not_applied")[];
            /**
             * @description A model, or heuristic rules without a model.
             * @enum {string}
             */
            method: "llm" | "heuristic";
            /** @description The version of the judge prompt. Scores of different versions are not comparable. */
            prompt_version: string;
            /** @description The number of replies that the score is based on. */
            samples: number;
            usage: components["schemas"]["JudgeUsage"] | null;
            latency_ms: number;
            /**
             * @description `error`: there is no score; see `reason`.
             * @enum {string}
             */
            status: "scored" | "error";
            reason: ("judge_parse_failure" | "judge_call_failed" | "expected_required") | null;
            threshold: number;
            /** @description The scores of the replies, 0 to 1. */
            sample_scores: number[];
            spread: number | null;
            /** @description Samples without a score. */
            failed_samples: number;
            /** @description Replies with invalid JSON that could be repaired. */
            repaired: number;
            /** @description Additional calls after a reply that could not be parsed. */
            retries: number;
        };
        /**
         * LangGraphItem
         * @description An item of the long-term store.
         * @example {
         *       "namespace": [
         *         "users",
         *         "user-42"
         *       ],
         *       "key": "preferences",
         *       "value": {
         *         "language": "en"
         *       },
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "updated_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        LangGraphItem: {
            /** @description The labels of the namespace, outermost first. */
            namespace: string[];
            /** @description Identifies the item in its namespace. */
            key: string;
            value: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description The relevance of the item; only in a search with `query`. */
            score?: number;
        };
        /** LangGraphItems */
        LangGraphItems: {
            items: components["schemas"]["LangGraphItem"][];
        };
        /** LangGraphNamespaces */
        LangGraphNamespaces: {
            namespaces: string[][];
        };
        /**
         * Me
         * @description The caller of the API.
         */
        Me: {
            /** @description The tenant of the caller. */
            tenant: string;
            /** @description Identifies the caller in its tenant: `key:<key_id>`, `jwt:<subject>`, or `config:<position>` for a key of `API_KEYS`. A session of the console has the ID of the credential that signed in. */
            id: string;
            /** @description The name of the API key, or the subject of the token. */
            name: string;
            /**
             * @description How the request was authenticated. `none`: authentication is off. `configured_key`: a key of `API_KEYS`. `session`: a session of the console. `user`: a user of the project.
             * @enum {string}
             */
            credential: "none" | "configured_key" | "api_key" | "jwt" | "session" | "user";
            key_id: string | null;
            /** @description The scopes of the caller. */
            scopes: ("read" | "write" | "admin")[];
            expires_at: string | null;
            /** @description Limits of this service; null: there is no limit. */
            limits: {
                requests_per_minute: number | null;
                request_burst: number | null;
                tenant_requests_per_minute: number | null;
                pending_requests: number | null;
                queued_runs: number | null;
                tenant_queued_runs: number | null;
                tenant_running_runs: number | null;
            };
        };
        /**
         * Message
         * @description A message in a thread. Posting a message does not start a run.
         * @example {
         *       "id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
         *       "message_id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
         *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
         *       "run_id": null,
         *       "role": "user",
         *       "content": "Where is my order?",
         *       "metadata": {},
         *       "created_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Message: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            message_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            run_id: string | null;
            /**
             * @description The author of the message.
             * @enum {string}
             */
            role: "user" | "assistant" | "system" | "tool";
            /** @description A text, or a list of content parts. */
            content: string | {
                [key: string]: unknown;
            }[];
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** MessageCreate */
        MessageCreate: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            /**
             * @description The author of the message.
             * @default user
             * @enum {string}
             */
            role?: "user" | "assistant" | "system" | "tool";
            /** @description A text, or a list of content parts. */
            content: string | {
                [key: string]: unknown;
            }[];
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** MessagePage */
        MessagePage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Message"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** NodeFigures */
        NodeFigures: {
            /** @description The ID of the node; `outer/inner` in a nested graph. */
            node_id: string;
            /** @description Executions that ended, with an error or without. */
            count: number;
            /** @description Executions that ended with an error; each attempt counts. */
            errors: number;
            duration_ms: components["schemas"]["Percentiles"];
            tokens: {
                /** @description Input tokens. */
                input: number;
                /** @description Output tokens. */
                output: number;
            };
        };
        /** NodeStatistics */
        NodeStatistics: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            /** @description The nodes that were executed in the range, sorted by ID. */
            nodes: components["schemas"]["NodeFigures"][];
        };
        /** NotChecked */
        NotChecked: {
            guardrail: string;
            reason: string;
        };
        /**
         * OpenReview
         * @description A tool call or an output that waits for a reviewer.
         */
        OpenReview: {
            id: string;
            /** @description The name of the guardrail. */
            guardrail: string;
            /**
             * @description What is held for review: a tool call, or the output.
             * @enum {string}
             */
            stage: "tool_call" | "output";
            reason: string;
            tool_call?: components["schemas"]["ToolCall"];
            /** @description The output. */
            content?: string;
        };
        /**
         * Operation
         * @description A bulk operation. It continues after a crash of the service and is kept for 7 days.
         */
        Operation: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            operation_id: string;
            /**
             * @description What the operation does with each run.
             * @enum {string}
             */
            action: "cancel" | "rerun" | "delete";
            /**
             * @description The status of the operation.
             * @enum {string}
             */
            status: "running" | "completed";
            dry_run: boolean;
            /** @description The number of runs of the operation. */
            total: number;
            /** @description The runs that were processed successfully. */
            done: number;
            /** @description The runs that could not be processed. */
            failed: number;
            /** @description True if more runs may match the filter than the operation processes. */
            capped: boolean;
            /** @description The first ten errors. */
            errors: components["schemas"]["OperationError"][];
            created_by: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            completed_at: string | null;
        };
        /** OperationError */
        OperationError: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            code: string;
            message: string;
        };
        /**
         * Percentiles
         * @description Percentiles with an error of at most 2.5 %; null without runs.
         */
        Percentiles: {
            p50: number | null;
            p95: number | null;
        };
        /**
         * Policy
         * @description A group of guardrails with an audit level and a retention period.
         */
        Policy: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            policy_id: string;
            /** @description The name that assistants use in `config.policy`. */
            name: string;
            /**
             * @description Names of guardrails, or definitions.
             * @example [
             *       "pii_filter"
             *     ]
             */
            guardrails: (string | {
                [key: string]: unknown;
            })[];
            /**
             * @description The decisions that are stored: `minimal` only counts, `standard` decisions with an action, `full` all decisions, `comprehensive` also the text before and after.
             * @enum {string}
             */
            audit_level: "minimal" | "standard" | "full" | "comprehensive";
            /** @description How long decisions are stored. */
            retention_days: number;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Created over HTTP, or read from GUARDRAILS_FILE. Those of the file apply to every tenant and are changed in the file.
             * @enum {string}
             */
            source: "api" | "file";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * PolicyCreate
         * @description Default `audit_level`: `standard`. Default `retention_days`: GUARDRAIL_AUDIT_DAYS.
         */
        PolicyCreate: {
            /** @description The name that assistants use in `config.policy`. */
            name: string;
            /**
             * @description Names of guardrails, or definitions.
             * @example [
             *       "pii_filter"
             *     ]
             */
            guardrails: (string | {
                [key: string]: unknown;
            })[];
            /**
             * @description The decisions that are stored: `minimal` only counts, `standard` decisions with an action, `full` all decisions, `comprehensive` also the text before and after.
             * @enum {string}
             */
            audit_level?: "minimal" | "standard" | "full" | "comprehensive";
            /** @description How long decisions are stored. */
            retention_days?: number;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** PolicyDeleted */
        PolicyDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            policy_id: string;
        };
        /** PolicyPage */
        PolicyPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Policy"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * PolicyUpdate
         * @description Fields to change. `metadata` is merged, other fields are replaced.
         */
        PolicyUpdate: {
            /** @description The name that assistants use in `config.policy`. */
            name?: string;
            /**
             * @description Names of guardrails, or definitions.
             * @example [
             *       "pii_filter"
             *     ]
             */
            guardrails?: (string | {
                [key: string]: unknown;
            })[];
            /**
             * @description The decisions that are stored: `minimal` only counts, `standard` decisions with an action, `full` all decisions, `comprehensive` also the text before and after.
             * @enum {string}
             */
            audit_level?: "minimal" | "standard" | "full" | "comprehensive";
            /** @description How long decisions are stored. */
            retention_days?: number;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** Redelivered */
        Redelivered: {
            /** @description The number of deliveries that are queued again. */
            redelivered: number;
        };
        /** RedeliverRange */
        RedeliverRange: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            until?: string;
            /**
             * @description Only deliveries with this status. Default: failed.
             * @enum {string}
             */
            status?: "delivered" | "failed";
        };
        /**
         * RequiredAction
         * @description The action that a run waits for.
         */
        RequiredAction: {
            /**
             * @description The action that the run waits for.
             * @enum {string}
             */
            type: "submit_tool_outputs" | "human_input" | "review";
            tool_calls?: components["schemas"]["ToolCall"][];
            /** @description Tool calls or outputs that a guardrail holds for review. */
            reviews?: components["schemas"]["OpenReview"][];
            /** @description The open interrupts of the graph; `value` is the argument of `interrupt`. */
            interrupts?: components["schemas"]["Interrupt"][];
        } & {
            [key: string]: unknown;
        };
        /** ResultScore */
        ResultScore: {
            criterion: string;
            scorer: string;
            score: number | null;
            passed: boolean | null;
            explanation: string;
        } & {
            [key: string]: unknown;
        };
        /** ResumeRun */
        ResumeRun: {
            /** @description The value for the only open interrupt. */
            input?: unknown;
            /** @description Values by id of `required_action.interrupts`, if there are several. */
            inputs?: {
                [key: string]: unknown;
            };
        };
        /** Review */
        Review: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * @description One score per criterion that people score, on the scale of the criterion.
             * @example {
             *       "helpfulness": 0.75
             *     }
             */
            scores: {
                [key: string]: number;
            };
            /**
             * @description The overall rating of the run.
             * @enum {string}
             */
            rating?: "positive" | "negative";
            /** @description A comment on the run. */
            comment?: string;
            corrected_output?: {
                [key: string]: unknown;
            };
            /** @description The reviewer. Default: the name of the API key or the user. */
            reviewer?: string;
        };
        /**
         * ReviewAsked
         * @description The reserved result, the same until it is reviewed or skipped. `item` is null if no result needs this reviewer.
         */
        ReviewAsked: {
            item: components["schemas"]["ReviewItem"] | null;
        };
        /** ReviewItem */
        ReviewItem: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            example_id: string;
            input: {
                [key: string]: unknown;
            } | null;
            expected_output: {
                [key: string]: unknown;
            } | null;
            output: {
                [key: string]: unknown;
            } | null;
            /** @description The criteria to score, each with its scale. */
            criteria: {
                name: string;
                question: string | null;
                scale: {
                    min: number;
                    max: number;
                };
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            reserved_until: string;
        };
        /** ReviewNext */
        ReviewNext: {
            /** @description The reviewer. Default: the name of the API key or the user. */
            reviewer?: string;
            /**
             * @description The duration of the reservation.
             * @default 30
             */
            minutes?: number;
            /** @description Runs that this reviewer does not want to review. */
            skip?: string[];
        };
        /** ReviewRun */
        ReviewRun: {
            /** @description The id in `required_action.reviews`; optional if there is only one. */
            id?: string;
            /**
             * @description `approve` continues unchanged, `edit` continues with `arguments` or `content`. `reject` returns the refusal as the result of a tool call, or fails the run for an output.
             * @enum {string}
             */
            decision: "approve" | "edit" | "reject";
            /** @description The arguments of an edited tool call. */
            arguments?: {
                [key: string]: unknown;
            };
            /** @description The text of an edited output. */
            content?: string;
            /** @description The reviewer. Default: the name of the API key or the user. */
            reviewer?: string;
            /** @description The reason; stored in the audit. */
            reason?: string;
        };
        /**
         * RiskProfile
         * @description A predefined policy.
         */
        RiskProfile: {
            /**
             * @description The name that assistants use in `config.risk_profile`.
             * @enum {string}
             */
            name: "low_risk" | "medium_risk" | "high_risk";
            /**
             * @description Names of guardrails, or definitions.
             * @example [
             *       "pii_filter"
             *     ]
             */
            guardrails: (string | {
                [key: string]: unknown;
            })[];
            /**
             * @description The decisions that are stored: `minimal` only counts, `standard` decisions with an action, `full` all decisions, `comprehensive` also the text before and after.
             * @enum {string}
             */
            audit_level: "minimal" | "standard" | "full" | "comprehensive";
            /** @description How long decisions are stored. */
            retention_days: number;
            /**
             * @description Built in, or replaced by GUARDRAILS_FILE.
             * @enum {string}
             */
            source: "built_in" | "file";
        };
        /** RiskProfilePage */
        RiskProfilePage: {
            /** @description The items, newest first. */
            data: components["schemas"]["RiskProfile"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * RowCounts
         * @description How many rows each filter selects, without `q`, `tag` and `split`.
         */
        RowCounts: {
            all: number;
            failed: number;
            passed: number;
            error: number;
            different: number;
            regressed: number;
            fixed: number;
            same: number;
            unpaired: number;
        };
        /**
         * Run
         * @description One execution of an assistant in a thread.
         */
        Run: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /** @description The version of the assistant that the run uses. */
            assistant_version: number;
            /**
             * @description The status of the run.
             * @enum {string}
             */
            status: "queued" | "in_progress" | "requires_action" | "completed" | "failed" | "cancelled";
            multitask_strategy: string;
            input: {
                [key: string]: unknown;
            } | null;
            output: {
                [key: string]: unknown;
            } | null;
            error: components["schemas"]["RunError"] | null;
            required_action: components["schemas"]["RequiredAction"] | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            usage: {
                [key: string]: unknown;
            } | null;
            cost: components["schemas"]["Cost"] | null;
            /** @description The number of times that a worker has claimed the run. */
            attempt: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            started_at: string | null;
            completed_at: string | null;
            preview: string | null;
            guardrail_outcome: ("passed" | "flagged" | "blocked") | null;
            queue_ms: number | null;
            duration_ms: number | null;
            /** @description The crashes since the last checkpoint that count against the run. */
            tries: number;
            available_at: string | null;
            lease_owner: string | null;
            lease_expires_at: string | null;
            waiting_since: string | null;
            action_expires_at: string | null;
            reserved_by: string | null;
            reserved_by_id: string | null;
            reserved_until: string | null;
            created_by: string | null;
            retry_of: string | null;
        };
        /**
         * RunBulk
         * @description With `filter`, `cancel` applies to the matching runs that have not ended, `rerun` and `delete` to those that have, newest first, up to 10,000.
         */
        RunBulk: {
            /**
             * @description What to do with each run.
             * @enum {string}
             */
            action: "cancel" | "rerun" | "delete";
            /** @description The runs. Either this or `filter` is required. */
            run_ids?: string[];
            filter?: components["schemas"]["RunFilter"];
            /**
             * @description True: only count the runs, change nothing.
             * @default false
             */
            dry_run?: boolean;
        };
        /** RunCount */
        RunCount: {
            /** @description A value of the field. */
            value: string;
            count: number;
            /** @description True if `count` is a lower bound, because counting ended after 10,000 rows. */
            capped: boolean;
        };
        /** RunCounts */
        RunCounts: {
            /** @description The number of runs that match the filters. */
            total: number;
            /** @description True if `total` is a lower bound, because counting ended after 10,000 rows. */
            capped: boolean;
            by: ("status" | "assistant_id" | "error_code") | null;
            /** @description The counts by value, largest first; empty without `by`. Values without runs are left out. */
            counts: components["schemas"]["RunCount"][];
        };
        /**
         * RunCreate
         * @description A run to create; `thread_id` or `assistant_id` is required. Default thread: a temporary one. Default assistant: the assistant of the thread, or the built-in one.
         * @example {
         *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
         *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "input": {
         *         "message": "Where is my order?"
         *       }
         *     }
         */
        RunCreate: {
            thread_id?: string | null;
            assistant_id?: string | null;
            input?: {
                [key: string]: unknown;
            } | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Delays the start of the run. */
            after_seconds?: number;
            webhook?: string | null;
            /**
             * @description What to do if the thread has an unfinished run: wait for it, respond with 409, cancel it and keep its changes, or cancel it and undo its changes.
             * @default enqueue
             * @enum {string}
             */
            multitask_strategy?: "enqueue" | "reject" | "interrupt" | "rollback";
        };
        /** RunDeleted */
        RunDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
        };
        /**
         * RunError
         * @description The error of a failed run.
         */
        RunError: {
            /**
             * @description The error code; see docs/run-lifecycle.md.
             * @enum {string}
             */
            code: "graph_error" | "model_not_configured" | "model_unavailable" | "model_auth_failed" | "model_not_found" | "model_rate_limited" | "recursion_limit_exceeded" | "state_too_large" | "timeout" | "max_attempts_exceeded" | "action_expired" | "guardrail_blocked" | "guardrails_invalid" | "secret_unavailable" | "assistant_not_found";
            message: string;
        };
        /**
         * RunEvent
         * @description An event with the fields of its type (see `GET /stream`). `timestamp` (ISO 8601) and `at` (milliseconds since the Unix epoch, with tenths) are the time at which the event happened. `task_id` identifies one execution of a node, `step` the step of its graph, and `parent` the task whose nested graph contains it.
         */
        RunEvent: {
            /** @description The number of the event; `id` in the stream. */
            seq: number;
            /** @description The type of the event. */
            type: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string;
        } & {
            [key: string]: unknown;
        };
        /** RunEventPage */
        RunEventPage: {
            /** @description The events, oldest first. */
            data: components["schemas"]["RunEvent"][];
            /** @description True if more events are stored. A page can be short and still have more after it. */
            has_more: boolean;
            next_after: number | null;
        };
        /**
         * RunFilter
         * @description The filters of `GET /runs`; `metadata` is an object.
         * @example {
         *       "status": [
         *         "failed"
         *       ],
         *       "error_code": "graph_error",
         *       "created_after": "2026-01-31T09:30:00.000Z"
         *     }
         */
        RunFilter: {
            /**
             * @description Only runs with one of these statuses (queued, in_progress, requires_action, completed, failed, cancelled), separated by commas or repeated.
             * @example failed,cancelled
             */
            status?: string | string[];
            /**
             * @description Only runs of these assistants: IDs or names, separated by commas or repeated. `!` before one excludes it.
             * @example refund-desk
             * @example !eval-judge
             */
            assistant_id?: string | string[];
            /**
             * Format: date-time
             * @description Only runs that were created at this time or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only runs that were created before this time.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_before?: string;
            /**
             * Format: date-time
             * @description Only runs that ended at this time or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_after?: string;
            /**
             * Format: date-time
             * @description Only runs that ended before this time.
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_before?: string;
            /**
             * @description Only failed runs with one of these error codes.
             * @example graph_error
             */
            error_code?: string | string[];
            /**
             * @description Only runs with one of these outcomes of their guardrails.
             * @example blocked
             */
            guardrail_outcome?: string | string[];
            /** @description Only runs that took at least this long from their first start to their end, or have not ended so long after it. */
            min_duration_ms?: number;
            /** @description Only runs that were claimed at least this many times. */
            attempt_gte?: number;
            /**
             * Format: uuid
             * @description Only runs of this cron.
             */
            cron_id?: string;
            /**
             * @description Only runs whose ID starts with this text or whose `preview` contains all of its words, in any case.
             * @example refund order
             */
            q?: string;
            /**
             * Format: uuid
             * @description Only runs of this thread.
             */
            thread_id?: string;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * RunListItem
         * @description A run; with `view=summary` without `input`, `output` and `required_action`.
         */
        RunListItem: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            /** @description The version of the assistant that the run uses. */
            assistant_version: number;
            /**
             * @description The status of the run.
             * @enum {string}
             */
            status: "queued" | "in_progress" | "requires_action" | "completed" | "failed" | "cancelled";
            multitask_strategy: string;
            error: components["schemas"]["RunError"] | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            usage: {
                [key: string]: unknown;
            } | null;
            cost: components["schemas"]["Cost"] | null;
            /** @description The number of times that a worker has claimed the run. */
            attempt: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            started_at: string | null;
            completed_at: string | null;
            preview: string | null;
            guardrail_outcome: ("passed" | "flagged" | "blocked") | null;
            queue_ms: number | null;
            duration_ms: number | null;
            /** @description The crashes since the last checkpoint that count against the run. */
            tries: number;
            available_at: string | null;
            lease_owner: string | null;
            lease_expires_at: string | null;
            waiting_since: string | null;
            action_expires_at: string | null;
            reserved_by: string | null;
            reserved_by_id: string | null;
            reserved_until: string | null;
            created_by: string | null;
            retry_of: string | null;
            input?: {
                [key: string]: unknown;
            } | null;
            output?: {
                [key: string]: unknown;
            } | null;
            required_action?: components["schemas"]["RequiredAction"] | null;
            current_node?: string | null;
        };
        /** RunPage */
        RunPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["RunListItem"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** RunRerun */
        RunRerun: {
            /**
             * Format: uuid
             * @description A checkpoint of the thread: the new run continues from there, in a new branch of the thread. Default: the run starts again with its input.
             */
            from_checkpoint_id?: string;
            /** @description Replaces the input. Default: the input of the run, or none with `from_checkpoint_id`. */
            input?: {
                [key: string]: unknown;
            };
            /** @description Default: the version that the run has used. */
            assistant_version?: number;
        };
        /** RunReserve */
        RunReserve: {
            /**
             * @description The length of the reservation.
             * @default 300
             */
            seconds?: number;
        };
        /**
         * ScheduledCron
         * @description A cron with its next five dates.
         * @example {
         *       "cron_id": "0198c9a2-b1d4-7d90-9e21-7b8c1d2e3f41",
         *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "thread_id": null,
         *       "on_run_completed": "delete",
         *       "end_time": null,
         *       "schedule": "30 9 * * 1-5",
         *       "timezone": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "updated_at": "2026-01-31T09:30:00.000Z",
         *       "payload": {
         *         "input": {
         *           "messages": []
         *         }
         *       },
         *       "user_id": null,
         *       "next_run_date": "2026-02-02T09:30:00.000Z",
         *       "metadata": {},
         *       "enabled": true,
         *       "next_run_dates": [
         *         "2026-02-02T09:30:00.000Z"
         *       ]
         *     }
         */
        ScheduledCron: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            cron_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            assistant_id: string;
            thread_id: string | null;
            on_run_completed: ("delete" | "keep") | null;
            end_time: string | null;
            /**
             * @description A cron expression: minute, hour, day of the month, month, day of the week.
             * @example 30 9 * * 1-5
             */
            schedule: string;
            timezone: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            payload: {
                [key: string]: unknown;
            };
            user_id: string | null;
            next_run_date: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            enabled: boolean;
            /** @description The next dates, at most as many as requested. Empty if the cron is disabled or has ended. */
            next_run_dates: string[];
        };
        /** ScheduledCronPage */
        ScheduledCronPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["ScheduledCron"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** ScoreDistribution */
        ScoreDistribution: {
            /** @description The number of bins of equal width between 0 and 1. */
            bins: number;
            sides: {
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                eval_id: string;
                /** @description The index in `assistants` of the evaluation. */
                assistant: number;
                name: string;
                /** @description Examples by bin. */
                counts: number[];
                mean: number | null;
            }[];
            /** @description Scores of both sides of up to 2,000 examples, changed verdicts first; empty without `against`. */
            points: {
                /**
                 * Format: uuid
                 * @description A UUID.
                 */
                example_id: string;
                before: number;
                after: number;
                /**
                 * @description The change from the baseline.
                 * @enum {string}
                 */
                change: "regressed" | "fixed" | "different" | "same" | "unpaired";
            }[];
        };
        /** SearchResult */
        SearchResult: {
            /**
             * @description The kind of resource.
             * @enum {string}
             */
            type: "run" | "thread" | "assistant" | "dataset" | "evaluation" | "webhook";
            id: string;
            /** @description The name, title or URL; the ID of a run, and of a thread without a title. */
            title: string;
            subtitle: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** SearchResults */
        SearchResults: {
            /** @description At most 20 results, best first. */
            data: components["schemas"]["SearchResult"][];
        };
        /**
         * Secret
         * @description A named secret, without its value. Assistants refer to it as `${secret:NAME}`.
         * @example {
         *       "name": "GITHUB_TOKEN",
         *       "description": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "updated_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Secret: {
            /**
             * @description The name of the secret: letters, digits, `_` and `-`, starting with a letter.
             * @example GITHUB_TOKEN
             */
            name: string;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** SecretCreate */
        SecretCreate: {
            /**
             * @description The name of the secret: letters, digits, `_` and `-`, starting with a letter.
             * @example GITHUB_TOKEN
             */
            name: string;
            /** @description The value. It is stored encrypted and never returned. At least 8 characters: shorter values could not be removed from the outputs of runs without removing other text. */
            value: string;
            description?: string | null;
        };
        /** SecretDeleted */
        SecretDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * @description The name of the secret: letters, digits, `_` and `-`, starting with a letter.
             * @example GITHUB_TOKEN
             */
            name: string;
        };
        /** SecretPage */
        SecretPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Secret"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** SecretPut */
        SecretPut: {
            /** @description The value. It is stored encrypted and never returned. At least 8 characters: shorter values could not be removed from the outputs of runs without removing other text. */
            value: string;
            description?: string | null;
        };
        /** SecretRotation */
        SecretRotation: {
            /** @description The key that signs deliveries. `whsec_…` is base64; any other text is used unchanged. Default: a generated secret, shown only in this response. */
            secret?: string;
            /**
             * @description How long the old secret keeps signing deliveries.
             * @default 86400
             */
            overlap_seconds?: number;
        };
        /**
         * SeriesPoint
         * @description The figures of one step, which starts at `at`.
         */
        SeriesPoint: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            runs: {
                /** @description Runs that were created. */
                created: number;
                /** @description Runs that completed. */
                completed: number;
                /** @description Runs that failed. */
                failed: number;
                /** @description Runs that were cancelled. */
                cancelled: number;
            };
            duration_ms: components["schemas"]["Percentiles"];
            queue_ms: components["schemas"]["Percentiles"];
            tokens: {
                /** @description Input tokens, including cached ones. */
                input: number;
                /** @description Input tokens that the provider had cached. */
                cached_input: number;
                /** @description Output tokens. */
                output: number;
            };
            cost: {
                usd: string | null;
                /** @description Runs whose cost is unknown, because a model has no known price. */
                unpriced_runs: number;
                /** @description The models without a known price. */
                unpriced_models: string[];
            };
            guardrails: {
                /** @description Runs in which guardrails found nothing. */
                passed: number;
                /** @description Runs in which guardrails found something and did not block it. */
                flagged: number;
                /** @description Runs that guardrails blocked. */
                blocked: number;
            };
            webhooks: {
                /** @description Attempts to deliver an event. */
                attempts: number;
                /** @description Failed attempts. */
                failures: number;
            } | null;
        };
        /**
         * ServiceNode
         * @description A process of the service.
         * @example {
         *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "node_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "version": "0.1.0",
         *       "role": "all",
         *       "since": "2026-01-31T08:00:00.000Z",
         *       "heartbeat_at": "2026-01-31T09:30:00.000Z",
         *       "is_alive": true,
         *       "executing": 3,
         *       "threads": 2,
         *       "draining": false
         *     }
         */
        ServiceNode: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            node_id: string;
            /** @description The version of Heddle that the node runs. */
            version: string;
            /**
             * @description The role of the node.
             * @enum {string}
             */
            role: "all" | "api" | "worker";
            /**
             * Format: date-time
             * @description When the node started.
             */
            since: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            heartbeat_at: string;
            /** @description False if the last heartbeat is more than 30 s ago. */
            is_alive: boolean;
            /** @description Runs that the node executes. */
            executing: number;
            /** @description Executor threads of the node. */
            threads: number;
            /** @description True while the node takes no more runs: it is stopping, or a person drained it. */
            draining: boolean;
        };
        /** ServiceNodes */
        ServiceNodes: {
            /** @description The nodes, those that started first first. */
            data: components["schemas"]["ServiceNode"][];
        };
        /** Span */
        Span: {
            /** @description The offset in UTF-16 code units of the checked text. */
            start: number;
            end: number;
            /** @description The kind of match. */
            label: string;
        };
        /** Statistics */
        Statistics: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            /** @description The length of a step in seconds. */
            step: number;
            totals: components["schemas"]["Figures"];
            /** @description The queue at the moment of the request. */
            queue: {
                /** @description Runs that can start now and wait for a worker; counted up to 10,000. */
                depth: number;
                oldest_ms: number | null;
            };
            /** @description One point per step, oldest first. */
            series: components["schemas"]["SeriesPoint"][];
        };
        /** StorageStatistics */
        StorageStatistics: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            measured_at: string;
            /** @description The size of the database. */
            total_bytes: number;
            free_bytes: number | null;
            /** @description All kinds, always in the same order. */
            kinds: {
                /**
                 * @description What is stored.
                 * @enum {string}
                 */
                kind: "runs" | "events" | "checkpoints" | "threads" | "messages" | "assistants" | "webhooks" | "guardrails" | "evaluations" | "datasets" | "statistics" | "store" | "other";
                /** @description Bytes with indexes. */
                bytes: number;
                /** @description Rows; estimated on PostgreSQL. */
                rows: number;
            }[];
            retention: {
                days: number | null;
                /** @description Assistants with a period of their own. */
                assistants: number;
                /** @description Threads with a period of their own. */
                threads: number;
            };
            oldest_run_at: string | null;
            last_purge_at: string | null;
            /** @description What has been purged because of its age, since the database was created. */
            purged: {
                /** @description Runs. */
                runs: number;
                /** @description Events. */
                events: number;
                /** @description Checkpoints that were removed together with their run. */
                checkpoints: number;
                /** @description Temporary threads. */
                threads: number;
            };
        };
        /**
         * SummaryCalibration
         * @description The newest calibration of this version of the judge when the summary was created.
         */
        SummaryCalibration: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            calibration_id: string;
            /** @description Outputs that have both a human label and a verdict of the judge. */
            labels: number;
            agreement: number | null;
            kappa: number | null;
            kappa_interval: number[] | null;
            warning: string | null;
            corrected_pass_rate: number | null;
            corrected_pass_rate_interval: number[] | null;
        };
        /**
         * SummaryJudge
         * @description The judge; null if no judge could be called.
         */
        SummaryJudge: {
            /**
             * @description A model, or heuristic rules without a model.
             * @enum {string}
             */
            method: "llm" | "heuristic";
            model: string | null;
            prompt_version: string;
        };
        /**
         * Thread
         * @description A conversation, or the context of a workflow.
         * @example {
         *       "id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
         *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
         *       "assistant_id": null,
         *       "title": null,
         *       "status": "idle",
         *       "metadata": {
         *         "user_id": "user-42",
         *         "session": "web"
         *       },
         *       "retention_days": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "updated_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Thread: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
            assistant_id: string | null;
            title: string | null;
            /**
             * @description `idle`, or the status that follows from its newest run.
             * @enum {string}
             */
            status: "idle" | "busy" | "interrupted" | "error";
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            retention_days: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * ThreadCreate
         * @description A thread to create; all fields are optional.
         */
        ThreadCreate: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id?: string;
            /**
             * @description What to do if `thread_id` exists: respond with 409, or return the existing thread.
             * @default raise
             * @enum {string}
             */
            if_exists?: "raise" | "do_nothing";
            assistant_id?: string | null;
            title?: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            retention_days?: number | null;
        };
        /** ThreadDeleted */
        ThreadDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            thread_id: string;
        };
        /** ThreadMessageCreate */
        ThreadMessageCreate: {
            /**
             * @description The author of the message.
             * @default user
             * @enum {string}
             */
            role?: "user" | "assistant" | "system" | "tool";
            /** @description A text, or a list of content parts. */
            content: string | {
                [key: string]: unknown;
            }[];
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** ThreadPage */
        ThreadPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Thread"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** ThreadRunCreate */
        ThreadRunCreate: {
            assistant_id?: string | null;
            input?: {
                [key: string]: unknown;
            } | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Delays the start of the run. */
            after_seconds?: number;
            webhook?: string | null;
            /**
             * @description What to do if the thread has an unfinished run: wait for it, respond with 409, cancel it and keep its changes, or cancel it and undo its changes.
             * @default enqueue
             * @enum {string}
             */
            multitask_strategy?: "enqueue" | "reject" | "interrupt" | "rollback";
        };
        /**
         * ThreadUpdate
         * @description Fields to change. `metadata` is merged key by key, other fields are replaced.
         */
        ThreadUpdate: {
            assistant_id?: string | null;
            title?: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
            retention_days?: number | null;
        };
        /**
         * ToolCall
         * @description A tool call that waits for its output.
         */
        ToolCall: {
            id: string;
            name: string;
            arguments: {
                [key: string]: unknown;
            };
        };
        /** ToolOutput */
        ToolOutput: {
            tool_call_id: string;
            output: unknown;
        };
        /** ToolOutputs */
        ToolOutputs: {
            /** @description One output for each open tool call, all in one request. */
            tool_outputs: components["schemas"]["ToolOutput"][];
        };
        /**
         * View
         * @description A saved view of a screen of the console.
         */
        View: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            view_id: string;
            /** @description The name of the view. */
            name: string;
            /**
             * @description The screen of the console that the view belongs to.
             * @example runs
             */
            screen: string;
            /** @description The query string of the screen, without the question mark. */
            query: string;
            /** @description True: all users of the tenant see the view. False: only the API key or user that created it. */
            shared: boolean;
            /** @description The API key or user that created the view. */
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** ViewCreate */
        ViewCreate: {
            /** @description The name of the view. */
            name: string;
            /**
             * @description The screen of the console that the view belongs to.
             * @example runs
             */
            screen: string;
            /** @description The query string of the screen, without the question mark. */
            query: string;
            /**
             * @description True: all users of the tenant see the view. False: only the API key or user that created it.
             * @default false
             */
            shared?: boolean;
        };
        /** ViewDeleted */
        ViewDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            view_id: string;
        };
        /** ViewPage */
        ViewPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["View"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** ViewUpdate */
        ViewUpdate: {
            /** @description The name of the view. */
            name?: string;
            /** @description The query string of the screen, without the question mark. */
            query?: string;
            /** @description True: all users of the tenant see the view. False: only the API key or user that created it. */
            shared?: boolean;
        };
        /**
         * Webhook
         * @description A receiver of events. Its secret is not shown again.
         * @example {
         *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
         *       "kind": "registered",
         *       "url": "https://example.com/hooks/heddle",
         *       "events": [
         *         "run.completed",
         *         "run.failed"
         *       ],
         *       "description": null,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "failing_since": null,
         *       "paused_until": null,
         *       "failures": 0,
         *       "old_secret_expires_at": null,
         *       "metadata": {},
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "updated_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            /**
             * @description `registered` over HTTP, or `run`: a host that runs set as their `webhook`.
             * @enum {string}
             */
            kind: "registered" | "run";
            /**
             * @description The URL that receives events: http or https, without credentials.
             * @example https://example.com/hooks/heddle
             */
            url: string;
            /** @description The events that are delivered. */
            events: string[];
            description: string | null;
            /** @description True if events are delivered. */
            enabled: boolean;
            disabled_reason: string | null;
            failing_since: string | null;
            paused_until: string | null;
            /** @description Attempts that failed since the last one that succeeded. */
            failures: number;
            old_secret_expires_at: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** WebhookAttempt */
        WebhookAttempt: {
            attempt: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            attempted_at: string;
            latency_ms: number;
            status_code: number | null;
            error: string | null;
            response: string | null;
            /** @description The headers of the request that identify it. Signatures are not stored. */
            request_headers: {
                [key: string]: string;
            };
        };
        /** WebhookCreate */
        WebhookCreate: {
            /**
             * @description The URL that receives events: http or https, without credentials.
             * @example https://example.com/hooks/heddle
             */
            url: string;
            /** @description The events to deliver. */
            events: ("run.queued" | "run.claimed" | "run.started" | "run.released" | "node.started" | "node.completed" | "node.failed" | "llm.started" | "llm.token" | "llm.completion" | "tool.call" | "tool.result" | "guardrail.triggered" | "guardrail.checked" | "checkpoint.saved" | "run.requires_action" | "run.completed" | "run.failed" | "run.cancelled" | "eval.completed" | "webhook.disabled" | "*")[];
            /** @description The key that signs deliveries. `whsec_…` is base64; any other text is used unchanged. Default: a generated secret, shown only in this response. */
            secret?: string;
            description?: string | null;
            /** @description True if events are delivered. */
            enabled?: boolean;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** WebhookDeleted */
        WebhookDeleted: {
            /** @enum {boolean} */
            deleted: true;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
        };
        /**
         * WebhookDelivery
         * @description The delivery of one event to one webhook.
         */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` header, the same for every attempt.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            event_type: string;
            run_id: string | null;
            /**
             * @description `pending`: not attempted yet, or to be retried.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
        };
        /** WebhookDeliveryDetail */
        WebhookDeliveryDetail: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` header, the same for every attempt.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            event_type: string;
            run_id: string | null;
            /**
             * @description `pending`: not attempted yet, or to be retried.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            /** @description Where the event is sent. */
            url: string;
            payload: unknown;
            attempt_log: components["schemas"]["WebhookAttempt"][];
        };
        /** WebhookDeliveryPage */
        WebhookDeliveryPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** WebhookDetail */
        WebhookDetail: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            /**
             * @description `registered` over HTTP, or `run`: a host that runs set as their `webhook`.
             * @enum {string}
             */
            kind: "registered" | "run";
            /**
             * @description The URL that receives events: http or https, without credentials.
             * @example https://example.com/hooks/heddle
             */
            url: string;
            /** @description The events that are delivered. */
            events: string[];
            description: string | null;
            /** @description True if events are delivered. */
            enabled: boolean;
            disabled_reason: string | null;
            failing_since: string | null;
            paused_until: string | null;
            /** @description Attempts that failed since the last one that succeeded. */
            failures: number;
            old_secret_expires_at: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description The number of events without a delivery attempt yet; counted up to 1,000. */
            waiting: number;
        };
        /**
         * WebhookFigures
         * @description What happened to the events of a webhook.
         */
        WebhookFigures: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            /** @description Events that were delivered. */
            delivered: number;
            /** @description Events that were given up. */
            failed: number;
            /** @description Events that wait for an attempt. */
            pending: number;
            /** @description Events that were delivered by the first attempt. */
            first_attempt: number;
            last_event_at: string | null;
            last_error: string | null;
            /** @description The hours with events, oldest first. An event counts in the hour in which it happened. */
            hours: {
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from: string;
                /** @description Events of this hour that were delivered. */
                delivered: number;
                /** @description Events of this hour that were given up. */
                failed: number;
                /** @description Events of this hour that wait for an attempt. */
                pending: number;
            }[];
        };
        /** WebhookFiguresList */
        WebhookFiguresList: {
            /** @description The webhooks that had events or whose last attempt failed. */
            data: components["schemas"]["WebhookFigures"][];
        };
        /** WebhookPage */
        WebhookPage: {
            /** @description The items, newest first. */
            data: components["schemas"]["Webhook"][];
            /** @description True if another page follows. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * WebhookUpdate
         * @description Fields to change. `metadata` is merged, other fields are replaced. Enabling a webhook resets its failures.
         */
        WebhookUpdate: {
            /**
             * @description The URL that receives events: http or https, without credentials.
             * @example https://example.com/hooks/heddle
             */
            url?: string;
            /** @description The events to deliver. */
            events?: ("run.queued" | "run.claimed" | "run.started" | "run.released" | "node.started" | "node.completed" | "node.failed" | "llm.started" | "llm.token" | "llm.completion" | "tool.call" | "tool.result" | "guardrail.triggered" | "guardrail.checked" | "checkpoint.saved" | "run.requires_action" | "run.completed" | "run.failed" | "run.cancelled" | "eval.completed" | "webhook.disabled" | "*")[];
            description?: string | null;
            /** @description True if events are delivered. */
            enabled?: boolean;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID.
             */
            webhook_id: string;
            /**
             * @description `registered` over HTTP, or `run`: a host that runs set as their `webhook`.
             * @enum {string}
             */
            kind: "registered" | "run";
            /**
             * @description The URL that receives events: http or https, without credentials.
             * @example https://example.com/hooks/heddle
             */
            url: string;
            /** @description The events that are delivered. */
            events: string[];
            description: string | null;
            /** @description True if events are delivered. */
            enabled: boolean;
            disabled_reason: string | null;
            failing_since: string | null;
            paused_until: string | null;
            /** @description Attempts that failed since the last one that succeeded. */
            failures: number;
            old_secret_expires_at: string | null;
            /** @description Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description Present only if the service generated it, and only in this response. */
            secret?: string;
            /** @description Settings that work but should be reviewed. */
            warnings: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    listAssistants: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantPage"];
                };
            };
        };
    };
    createAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An assistant to create. `name` is required unless `graph_id` is set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assistant"];
                };
            };
        };
    };
    checkAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced. `retention_days` is not part of versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantCheckResult"];
                };
            };
        };
    };
    listGraphNodeTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphNodeTypeList"];
                };
            };
        };
    };
    getAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assistant"];
                };
            };
        };
    };
    deleteAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantDeleted"];
                };
            };
        };
    };
    updateAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced. `retention_days` is not part of versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assistant"];
                };
            };
        };
    };
    listAssistantVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantVersionPage"];
                };
            };
        };
    };
    setLatestAssistantVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantSetLatest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assistant"];
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadPage"];
                };
            };
        };
    };
    createThread: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A thread to create; all fields are optional. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    deleteThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadDeleted"];
                };
            };
        };
    };
    updateThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `metadata` is merged key by key, other fields are replaced. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    listThreadMessages: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
        };
    };
    createThreadMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadMessageCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description A UUID. */
                thread_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description By time of creation: newest first (`desc`) or oldest first (`asc`). */
                order?: "asc" | "desc";
                /** @description `summary` leaves out `input`, `output` and `required_action`. */
                view?: "full" | "summary";
                /**
                 * @description Only runs with one of these statuses (queued, in_progress, requires_action, completed, failed, cancelled), separated by commas or repeated.
                 * @example failed,cancelled
                 */
                status?: string | string[];
                /** @description Only runs of these assistants: IDs or names, separated by commas or repeated. `!` before one excludes it. */
                assistant_id?: string | string[];
                /**
                 * @description Only runs that were created at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only runs that were created before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_before?: string;
                /**
                 * @description Only runs that ended at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_after?: string;
                /**
                 * @description Only runs that ended before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_before?: string;
                /**
                 * @description Only failed runs with one of these error codes.
                 * @example graph_error
                 */
                error_code?: string | string[];
                /**
                 * @description Only runs with one of these outcomes of their guardrails.
                 * @example blocked
                 */
                guardrail_outcome?: string | string[];
                /** @description Only runs that took at least this long from their first start to their end, or have not ended so long after it. */
                min_duration_ms?: number;
                /** @description Only runs that were claimed at least this many times. */
                attempt_gte?: number;
                /** @description Only runs of this cron. */
                cron_id?: string;
                /**
                 * @description Only runs whose ID starts with this text or whose `preview` contains all of its words, in any case.
                 * @example refund order
                 */
                q?: string;
                /**
                 * @description Only runs whose metadata contains this JSON object.
                 * @example {"customer":"acme"}
                 */
                metadata?: string;
                /** @description Only runs of this thread. */
                thread_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
        };
    };
    createRun: {
        parameters: {
            query?: {
                /**
                 * @description Responds when the run has ended or requires an action, or after this many seconds, whichever comes first. The run continues if the time is over or the client disconnects: look at `status`. Default: the response does not wait.
                 * @example 30
                 */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A run to create; `thread_id` or `assistant_id` is required. Default thread: a temporary one. Default assistant: the assistant of the thread, or the built-in one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    countRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs with one of these statuses (queued, in_progress, requires_action, completed, failed, cancelled), separated by commas or repeated.
                 * @example failed,cancelled
                 */
                status?: string | string[];
                /** @description Only runs of these assistants: IDs or names, separated by commas or repeated. `!` before one excludes it. */
                assistant_id?: string | string[];
                /**
                 * @description Only runs that were created at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only runs that were created before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_before?: string;
                /**
                 * @description Only runs that ended at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_after?: string;
                /**
                 * @description Only runs that ended before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_before?: string;
                /**
                 * @description Only failed runs with one of these error codes.
                 * @example graph_error
                 */
                error_code?: string | string[];
                /**
                 * @description Only runs with one of these outcomes of their guardrails.
                 * @example blocked
                 */
                guardrail_outcome?: string | string[];
                /** @description Only runs that took at least this long from their first start to their end, or have not ended so long after it. */
                min_duration_ms?: number;
                /** @description Only runs that were claimed at least this many times. */
                attempt_gte?: number;
                /** @description Only runs of this cron. */
                cron_id?: string;
                /**
                 * @description Only runs whose ID starts with this text or whose `preview` contains all of its words, in any case.
                 * @example refund order
                 */
                q?: string;
                /**
                 * @description Only runs whose metadata contains this JSON object.
                 * @example {"customer":"acme"}
                 */
                metadata?: string;
                /** @description Only runs of this thread. */
                thread_id?: string;
                /** @description Also counts the runs by the values of this field. */
                by?: "status" | "assistant_id" | "error_code";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunCounts"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: {
                /**
                 * @description Responds when the run has ended or requires an action, or after this many seconds, whichever comes first. The run continues if the time is over or the client disconnects: look at `status`. Default: the response does not wait.
                 * @example 30
                 */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDeleted"];
                };
            };
        };
    };
    listRunEvents: {
        parameters: {
            query?: {
                /** @description Only events after this number. */
                after?: number;
                /** @description Only events before this number. */
                before?: number;
                /** @description Events per page. */
                limit?: number;
                /**
                 * @description Only these types of events, separated by commas.
                 * @example llm.token
                 */
                types?: string;
                /**
                 * @description Not these types of events, separated by commas.
                 * @example llm.token
                 */
                omit?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEventPage"];
                };
            };
        };
    };
    listThreadRuns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description By time of creation: newest first (`desc`) or oldest first (`asc`). */
                order?: "asc" | "desc";
                /** @description `summary` leaves out `input`, `output` and `required_action`. */
                view?: "full" | "summary";
                /**
                 * @description Only runs with one of these statuses (queued, in_progress, requires_action, completed, failed, cancelled), separated by commas or repeated.
                 * @example failed,cancelled
                 */
                status?: string | string[];
                /** @description Only runs of these assistants: IDs or names, separated by commas or repeated. `!` before one excludes it. */
                assistant_id?: string | string[];
                /**
                 * @description Only runs that were created at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only runs that were created before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_before?: string;
                /**
                 * @description Only runs that ended at this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_after?: string;
                /**
                 * @description Only runs that ended before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ended_before?: string;
                /**
                 * @description Only failed runs with one of these error codes.
                 * @example graph_error
                 */
                error_code?: string | string[];
                /**
                 * @description Only runs with one of these outcomes of their guardrails.
                 * @example blocked
                 */
                guardrail_outcome?: string | string[];
                /** @description Only runs that took at least this long from their first start to their end, or have not ended so long after it. */
                min_duration_ms?: number;
                /** @description Only runs that were claimed at least this many times. */
                attempt_gte?: number;
                /** @description Only runs of this cron. */
                cron_id?: string;
                /**
                 * @description Only runs whose ID starts with this text or whose `preview` contains all of its words, in any case.
                 * @example refund order
                 */
                q?: string;
                /**
                 * @description Only runs whose metadata contains this JSON object.
                 * @example {"customer":"acme"}
                 */
                metadata?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
        };
    };
    createThreadRun: {
        parameters: {
            query?: {
                /**
                 * @description Responds when the run has ended or requires an action, or after this many seconds, whichever comes first. The run continues if the time is over or the client disconnects: look at `status`. Default: the response does not wait.
                 * @example 30
                 */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadRunCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    submitToolOutputs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolOutputs"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    reviewRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRun"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    resumeRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumeRun"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    rerunRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRerun"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    reserveRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunReserve"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    releaseRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    changeRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description With `filter`, `cancel` applies to the matching runs that have not ended, `rerun` and `delete` to those that have, newest first, up to 10,000. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunBulk"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                operation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only webhooks of this kind. Default: registered. */
                kind?: "registered" | "run";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhookFigures: {
        parameters: {
            query?: {
                /** @description How many hours to count. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookFiguresList"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `metadata` is merged, other fields are replaced. Enabling a webhook resets its failures. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
                /** @description A UUID. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
                /** @description A UUID. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description A UUID. */
                run_id?: string;
                /** @description A UUID. */
                webhook_id?: string;
                /** @description Only deliveries of events of this type. */
                event_type?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    redeliverWebhookRange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverRange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
        };
    };
    listGuardrails: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Resources created over HTTP, newest first, or those of GUARDRAILS_FILE in file order. */
                source?: "api" | "file";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailPage"];
                };
            };
        };
    };
    createGuardrail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
        };
    };
    getGuardrailMetrics: {
        parameters: {
            query?: {
                /**
                 * @description The start of the range. Default: all runs, and the last seven days for the trends. Runs are counted by UTC day, so the range is extended to whole days, at most 366 of them.
                 * @example 2026-01-31T00:00:00.000Z
                 */
                from?: string;
                /**
                 * @description The end of the range. Default: now.
                 * @example 2026-01-31T00:00:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailMetrics"];
                };
            };
        };
    };
    listGuardrailTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailTypeList"];
                };
            };
        };
    };
    checkGuardrails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Checks with the given guardrails, policy, risk profile, or all guardrails of an assistant. Default: the guardrails that apply to every run. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailCheck"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailVerdict"];
                };
            };
        };
    };
    getGuardrail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                guardrail: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
        };
    };
    deleteGuardrail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                guardrail: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailDeleted"];
                };
            };
        };
    };
    updateGuardrail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                guardrail: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `config` is replaced as a whole. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
        };
    };
    reloadGuardrails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailsReloaded"];
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Resources created over HTTP, newest first, or those of GUARDRAILS_FILE in file order. */
                source?: "api" | "file";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPage"];
                };
            };
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Default `audit_level`: `standard`. Default `retention_days`: GUARDRAIL_AUDIT_DAYS. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                policy: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    deletePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                policy: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDeleted"];
                };
            };
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of the resource. */
                policy: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `metadata` is merged, other fields are replaced. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    listRiskProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskProfilePage"];
                };
            };
        };
    };
    getRiskProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the risk profile. */
                profile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskProfile"];
                };
            };
        };
    };
    listGuardrailDecisions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description A UUID. */
                run_id?: string;
                /** @description A UUID. */
                thread_id?: string;
                /** @description A UUID. */
                assistant_id?: string;
                /** @description Only decisions of the guardrail with this name. */
                guardrail?: string;
                /** @description Only decisions of guardrails of this type. */
                type?: "topic_restriction" | "anomaly_detection" | "output_filter" | "content_safety" | "output_integrity" | "disclaimer_required" | "human_review" | "prompt_injection" | "rate_of_spend";
                /** @description Only decisions at this stage. */
                stage?: "input" | "tool_call" | "tool_result" | "output";
                /** @description Only decisions with this action. */
                action?: "pass" | "warn" | "redact" | "append" | "redirect" | "review" | "block";
                /** @description Only decisions with this verdict; `none`: not reviewed. */
                verdict?: "true_positive" | "false_positive" | "none";
                /** @description True: only decisions that found something. False: only passed checks. */
                triggered?: boolean;
                /**
                 * @description Only decisions of this time or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only decisions before this time.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailDecisionPage"];
                };
            };
        };
    };
    getGuardrailDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                decision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailDecision"];
                };
            };
        };
    };
    reviewGuardrailDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                decision_id: string;
            };
            cookie?: never;
        };
        /** @description A later review replaces an earlier one. Default `reviewer`: the caller. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailReview"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailDecision"];
                };
            };
        };
    };
    listDatasets: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetPage"];
                };
            };
        };
    };
    createDataset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatasetCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    deleteDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetDeleted"];
                };
            };
        };
    };
    updateDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `metadata` is merged, other fields are replaced. No version is created. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatasetUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    listDatasetVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersionPage"];
                };
            };
        };
    };
    listExamples: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The version of the dataset to read. Default: the current version. */
                version?: number;
                /** @description Only examples with this tag. */
                tag?: string;
                /** @description Only examples of this split. */
                split?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplePage"];
                };
            };
        };
    };
    addExamples: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description Examples to add. Either all are added, as one version, or none. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExamplesCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
        };
    };
    addExampleFromRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description Default `expected_output`: the output of the run. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExampleFromRun"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
        };
    };
    addExampleFromFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExampleFromFeedback"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
        };
    };
    getExample: {
        parameters: {
            query?: {
                /** @description The version of the dataset to read. Default: the current version. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
                /** @description A UUID. */
                example_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Example"];
                };
            };
        };
    };
    deleteExample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
                /** @description A UUID. */
                example_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleDeleted"];
                };
            };
        };
    };
    updateExample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
                /** @description A UUID. */
                example_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. `metadata` is merged, other fields are replaced. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExampleUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Example"];
                };
            };
        };
    };
    listEvaluations: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only evaluations with this status. */
                status?: "pending" | "running" | "awaiting_feedback" | "completed" | "failed" | "cancelled";
                /** @description A UUID. */
                dataset_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationPage"];
                };
            };
        };
    };
    createEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    getEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    deleteEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationDeleted"];
                };
            };
        };
    };
    updateEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        /** @description The new name. Everything else of an evaluation is fixed when it is created. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    runEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    cancelEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    retryEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    listEvaluationResults: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only results that passed (true) or failed (false). */
                passed?: boolean;
                /** @description Only results with this status. */
                status?: "queued" | "running" | "awaiting_pair" | "awaiting_feedback" | "scored" | "error";
                /** @description A UUID. */
                example_id?: string;
                /** @description Only results with at least this score. */
                min_score?: number;
                /** @description Only results with at most this score. */
                max_score?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationResultPage"];
                };
            };
        };
    };
    listEvaluatedExamples: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Uses the verdict of this criterion instead of the overall one. */
                criterion?: string;
                /**
                 * @description Only rows whose input, expected output, output, error or explanation contains this text. `/…/` is a regular expression (RE2). Letter case is ignored.
                 * @example /refund(ed)?/
                 */
                q?: string;
                /** @description Only examples with this tag. */
                tag?: string;
                /** @description Only examples of this split. */
                split?: string;
                /** @description `example`: the order of the dataset. `change`: errors first, then by the size of the change. `score`: the lowest first. */
                sort?: "example" | "change" | "score";
                /** @description Only rows that failed, passed, have an error, or whose assistants or repetitions differ. */
                only?: "failed" | "passed" | "error" | "different";
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleRowPage"];
                };
            };
        };
    };
    getScoreDistribution: {
        parameters: {
            query?: {
                /**
                 * @description Up to five evaluations, separated by commas; the first is the baseline of the rows. `<eval_id>:<assistant>` selects an assistant of a comparison by its index; by default, the last one.
                 * @example 0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40
                 */
                against?: string;
                /** @description The index of the assistant of the evaluation itself. Default: the last one. */
                assistant?: number;
                /** @description Uses the verdict of this criterion instead of the overall one. */
                criterion?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreDistribution"];
                };
            };
        };
    };
    compareEvaluations: {
        parameters: {
            query: {
                /**
                 * @description Up to five evaluations, separated by commas; the first is the baseline of the rows. `<eval_id>:<assistant>` selects an assistant of a comparison by its index; by default, the last one.
                 * @example 0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40
                 */
                against: string;
                /** @description The index of the assistant of the evaluation itself. Default: the last one. */
                assistant?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationComparison"];
                };
            };
        };
    };
    listComparedExamples: {
        parameters: {
            query: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /**
                 * @description Up to five evaluations, separated by commas; the first is the baseline of the rows. `<eval_id>:<assistant>` selects an assistant of a comparison by its index; by default, the last one.
                 * @example 0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40
                 */
                against: string;
                /** @description The index of the assistant of the evaluation itself. Default: the last one. */
                assistant?: number;
                /** @description Uses the verdict of this criterion instead of the overall one. */
                criterion?: string;
                /**
                 * @description Only rows whose input, expected output, output, error or explanation contains this text. `/…/` is a regular expression (RE2). Letter case is ignored.
                 * @example /refund(ed)?/
                 */
                q?: string;
                /** @description Only examples with this tag. */
                tag?: string;
                /** @description Only examples of this split. */
                split?: string;
                /** @description `example`: the order of the dataset. `change`: errors first, then by the size of the change. `score`: the lowest first. */
                sort?: "example" | "change" | "score";
                /** @description Only rows with this change from the baseline. `different`: the verdict or the score differs. `failed` and `passed`: in the evaluation itself. */
                only?: "failed" | "passed" | "error" | "different" | "regressed" | "fixed" | "same" | "unpaired";
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleRowPage"];
                };
            };
        };
    };
    judge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeAnswer"];
                };
            };
        };
    };
    listCalibrations: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalibrationPage"];
                };
            };
        };
    };
    calibrateJudge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Either `labels` with the settings of the judge (as in JudgeRequest), or `eval_id` with `criterion` and `human_criterion`. With `eval_id` the judge is not called; the existing scores of both criteria are compared. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalibrationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calibration"];
                };
            };
        };
    };
    listFeedback: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description A UUID. */
                run_id?: string;
                /** @description A UUID. */
                eval_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackPage"];
                };
            };
        };
    };
    createFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
        };
    };
    getFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                feedback_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
        };
    };
    reserveReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewNext"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewAsked"];
                };
            };
        };
    };
    submitReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Review"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretPage"];
                };
            };
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
        };
    };
    getSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the secret. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
        };
    };
    putSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the secret. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretPut"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the secret. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretDeleted"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description The start of the range. Default: 24 hours before `to`. */
                from?: string;
                /** @description The end of the range. Default: now. */
                to?: string;
                /** @description The length of a step in seconds: a multiple of 60, or of 3,600 if `from` is more than 48 hours ago. `from` and `to` are extended to multiples of it. Default: at most 100 steps. */
                step?: number;
                /** @description A UUID. */
                assistant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
        };
    };
    getStorageStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageStatistics"];
                };
            };
        };
    };
    getNodeStatistics: {
        parameters: {
            query?: {
                /** @description The start of the range. Default: 24 hours before `to`. */
                from?: string;
                /** @description The end of the range. Default: now. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodeStatistics"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description The start of the ID of a run or a thread (at least four characters), or a part of a name, title or URL. Case is ignored. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /**
                 * @description The screen of the console that the view belongs to.
                 * @example runs
                 */
                screen?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewPage"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewDeleted"];
                };
            };
        };
    };
    updateView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                view_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceNodes"];
                };
            };
        };
    };
    drainNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                node_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceNode"];
                };
            };
        };
    };
    resumeNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                node_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceNode"];
                };
            };
        };
    };
    listCrons: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledCronPage"];
                };
            };
        };
    };
    previewCron: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A schedule that is not stored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CronPreview"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronDates"];
                };
            };
        };
    };
    runCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                cron_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronRun"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only changes by this actor: its ID or its name. */
                actor?: string;
                /** @description Only changes of this kind. */
                action?: "api_key.create" | "api_key.rename" | "api_key.revoke" | "assistant.create" | "assistant.update" | "assistant.set_current" | "assistant.delete" | "cron.create" | "cron.update" | "cron.run" | "cron.delete" | "guardrail.create" | "guardrail.update" | "guardrail.delete" | "guardrail.reload" | "node.drain" | "node.resume" | "policy.create" | "policy.update" | "policy.delete" | "secret.create" | "secret.put" | "secret.delete" | "webhook.create" | "webhook.update" | "webhook.rotate_secret" | "webhook.delete";
                /** @description Only changes of this type of resource, or of this ID. */
                resource?: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An API key to create. Default `scopes`: read and write. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    renameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                key_id: string;
            };
            cookie?: never;
        };
        /** @description The new name of a key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    exportEvaluationResults: {
        parameters: {
            query: {
                /** @description JSON Lines, or CSV with a column per criterion. */
                format: "jsonl" | "csv";
                /** @description Only results that passed (true) or failed (false). */
                passed?: boolean;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    streamEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description Topics separated by commas: `runs`, `threads`, `evals`, `deliveries`. Default: all. */
                topics?: string;
                /** @description The `id` of the last frame that was received; same as the header Last-Event-ID. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamRun: {
        parameters: {
            query: {
                /** @description A UUID. */
                run_id: string;
                /** @description Sends only events after this one; same as the header Last-Event-ID. */
                last_event_id?: number;
            };
            header?: {
                /** @description Sends only events after this one. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    langGraphCreateThreadCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        /** @description A cron to create: a schedule, and the options of the runs that it creates. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CronCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cron"];
                };
            };
        };
    };
    langGraphCreateCron: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A cron to create: a schedule, and the options of the runs that it creates. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CronCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cron"];
                };
            };
        };
    };
    langGraphDeleteCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                cron_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    langGraphUpdateCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                cron_id: string;
            };
            cookie?: never;
        };
        /** @description Fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CronUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cron"];
                };
            };
        };
    };
    langGraphGetItem: {
        parameters: {
            query: {
                namespace?: string | unknown[];
                key: string;
                /** @description Set if it is `true`, `1` or `yes`. */
                refresh_ttl?: boolean | string | number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LangGraphItem"] | null;
                };
            };
        };
    };
    langGraphPutItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    namespace: string[];
                    key: string;
                    value: {
                        [key: string]: unknown;
                    };
                    /** @description The fields that a query searches: false for none, a list of paths for only these, otherwise all. */
                    index?: string[] | (false | null);
                    ttl?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    langGraphDeleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    namespace?: string[] | null;
                    key: string;
                };
            };
        };
        responses: {
            /** @description Done. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    langGraphSearchItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    namespace_prefix?: string[] | null;
                    filter?: {
                        [key: string]: unknown;
                    } | null;
                    query?: string | null;
                    limit?: number | null;
                    offset?: number | null;
                    refresh_ttl?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LangGraphItems"];
                };
            };
        };
    };
    langGraphListNamespaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prefix?: string[] | null;
                    suffix?: string[] | null;
                    max_depth?: number | null;
                    limit?: number | null;
                    offset?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LangGraphNamespaces"];
                };
            };
        };
    };
    importExamples: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description One JSON object per line, or CSV whose first line has the column names. */
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplesImported"];
                };
            };
        };
    };
    exportExamples: {
        parameters: {
            query: {
                /** @description The file format. */
                format: "jsonl" | "csv";
                /** @description The version of the dataset to read. Default: the current version. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
}
