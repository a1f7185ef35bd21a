// Generated from ../../../openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the service accepts work */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the process responds */
        get: operations["getOk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read version and configuration of the service */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read metrics in the Prometheus text format */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this OpenAPI document */
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
         * @description Until the reservation ends, others cannot resume the run or reserve it. The holder is the name of the API key or the subject of the token. Requires the scope `write`.
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
        patch?: never;
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
    "/api/v1/evals/{eval_id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare an evaluation with an earlier one
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
    "/console/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the console
         * @description Sets a cookie that holds a session. Only the console uses it: requests need the header `x-heddle-console: 1` and, from a browser, the origin of the service. API clients send their key with every request instead.
         */
        post: operations["signInToConsole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out of the console
         * @description Ends the session of the cookie, on other nodes within five seconds.
         */
        post: operations["signOutOfConsole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/dev/crash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Kill the service and restart it
         * @description Only in development mode (`can_crash` in `GET /info`); otherwise 404. The process is killed with SIGKILL after this response, and runs that are in progress continue after the restart. Requires the scope `admin`.
         */
        post: operations["crashService"];
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
         * Assistant
         * @description A configured agent.
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
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
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
         * @description Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced.
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
         * BuiltinTool
         * @description A built-in tool. The name as a string has the same meaning.
         */
        BuiltinTool: {
            /** @constant */
            type: "builtin";
            /**
             * @description The name of the built-in tool.
             * @enum {string}
             */
            name: "calculator" | "clock" | "text_stats" | "uuid";
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
        /** ConditionNode */
        ConditionNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "condition";
            /** @description A description for people. */
            description?: string;
            /** @description Evaluated in order; the first true condition is taken. */
            branches: {
                /** @description A condition. */
                when: string;
                /** @description The next node if the condition is true. */
                to: string;
            }[];
            /** @description The next node if no condition is true. Default: `end`. */
            otherwise?: string;
        };
        /**
         * ConsoleCrash
         * @description With `run_id`, the service is killed only if this run is in progress.
         */
        ConsoleCrash: {
            /**
             * Format: uuid
             * @description A UUID.
             */
            run_id?: string;
        };
        /**
         * ConsoleSession
         * @description A session of the console. It ends at `expires_at`, and after twelve hours without a request.
         */
        ConsoleSession: {
            tenant_id: string;
            /** @description The name of the key, or the subject of the token. */
            name: string;
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** ConsoleSignIn */
        ConsoleSignIn: {
            /** @description An API key or a JWT of the service. */
            credential: string;
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
            error: "invalid_request" | "validation_error" | "unauthorized" | "forbidden" | "resource_not_found" | "resource_conflict" | "unprocessable_entity" | "check_timeout" | "rate_limit_exceeded" | "queue_limit_exceeded" | "internal_error" | "service_unavailable" | "storage_full" | "overloaded";
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
            criteria?: (string | Record<string, never>)[];
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
         * FlatFunctionTool
         * @description The same as FunctionTool, without the inner object.
         */
        FlatFunctionTool: {
            /** @constant */
            type: "function";
            /** @description The name of the tool: letters, digits, _ and -, at most 64 characters. Unique within the list. */
            name: string;
            description?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            strict?: boolean | null;
        };
        /**
         * FunctionTool
         * @description A function that the client executes: the run waits in `requires_action` for its output.
         */
        FunctionTool: {
            /** @constant */
            type: "function";
            function: {
                /** @description The name of the tool: letters, digits, _ and -, at most 64 characters. Unique within the list. */
                name: string;
                description?: string | null;
                parameters?: {
                    [key: string]: unknown;
                } | null;
                strict?: boolean | null;
            };
        };
        /** GraphEdge */
        GraphEdge: {
            from: string | string[];
            /** @description A node, or `end`. */
            to: string;
            /** @description A condition. The conditional edges of a node are evaluated in order; only the first true one is taken. */
            when?: string;
        };
        /**
         * GraphSchema
         * @description A declarative graph.
         */
        GraphSchema: {
            /** @description State keys with a reducer or an initial value. Other keys that nodes write need no declaration. */
            state?: {
                [key: string]: components["schemas"]["GraphStateKey"];
            };
            /** @description The nodes of the graph. */
            nodes: (components["schemas"]["LlmNode"] | components["schemas"]["ToolNode"] | components["schemas"]["HttpNode"] | components["schemas"]["ConditionNode"] | components["schemas"]["TransformNode"] | components["schemas"]["HumanNode"] | components["schemas"]["SubgraphNode"] | components["schemas"]["MapNode"])[];
            /** @description The edges between nodes. Default: the nodes run in list order. */
            edges?: components["schemas"]["GraphEdge"][];
            /** @description The output of the run: keys and expressions. Default: all state keys except `input`. */
            output?: {
                [key: string]: string;
            };
        };
        /** GraphStateKey */
        GraphStateKey: {
            /**
             * @description How a new value is combined with the old one: replace it (default), append to a list, merge objects.
             * @enum {string}
             */
            reducer?: "replace" | "append" | "merge";
            /** @description The initial value. Default: null; [] with append; {} with merge. */
            default?: unknown;
            /** @description A description for people. */
            description?: string;
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
            guardrails?: (string | Record<string, never>)[];
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
        };
        /** GuardrailMetrics */
        GuardrailMetrics: {
            summary: components["schemas"]["GuardrailSummary"];
            /** @description Ordered by the number of triggers, descending. */
            by_guardrail: components["schemas"]["GuardrailFigures"][];
            trends: {
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
        /** Health */
        Health: {
            /**
             * @description `ok` if the service accepts work.
             * @enum {string}
             */
            status: "ok" | "unavailable";
            version: string;
            checks: {
                /**
                 * @description `ok` if the database accepts a write; otherwise the reason why it does not.
                 * @enum {string}
                 */
                database: "ok" | "storage_full" | "read_only" | "io_error" | "damaged" | "unreachable" | "too_many_connections" | "busy" | "unavailable";
            };
            /**
             * @description Present with 503: the error code that write requests get.
             * @enum {string}
             */
            error?: "storage_full" | "service_unavailable";
            /** @description Present with 503: what is wrong. */
            message?: string;
            /** @description True if the built-in demo model is used instead of a real model. */
            demo_mode: boolean;
            /** @description The graphs of the project (langgraph.json), by ID. */
            graph_states: {
                [key: string]: "loaded" | "failed" | "outdated" | "pending";
            };
            uptime_seconds: number;
        };
        /** HttpNode */
        HttpNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "http";
            /** @description A description for people. */
            description?: string;
            /**
             * @description Default: GET, or POST when there is a body.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /** @description The URL; a template. Inserted values are percent-encoded, except a value at the very start. */
            url: string;
            /** @description Query parameters; templates. Null values are omitted. */
            query?: {
                [key: string]: unknown;
            };
            /** @description Request headers; templates. */
            headers?: {
                [key: string]: string;
            };
            /** @description A string is sent unchanged, any other value as JSON; strings are templates. */
            body?: unknown;
            /**
             * @description The time limit until the body is read.
             * @default 30000
             */
            timeout_ms?: number;
            /**
             * @description If true, a status of 400 or more fails the node.
             * @default false
             */
            fail_on_error?: boolean;
            /** @description Retries of a failed node. Default: one attempt. */
            retry?: {
                /** @description The total number of attempts. */
                attempts: number;
                /**
                 * @description The delay before the second attempt; it doubles with each further attempt.
                 * @default 500
                 */
                backoff_ms?: number;
            };
            /** @description The state key that receives the result. */
            output?: string;
        };
        /**
         * HttpTool
         * @description An HTTP request that the server sends. `{name}` in url, headers, query and body is replaced by the argument of that name, encoded for its position (`{ name }`, with spaces, is plain text). Arguments without a placeholder are added to the query (GET, DELETE) or to the body (other methods), but never replace values of the definition. Entries with a placeholder for a missing argument are omitted. Without `parameters`, every placeholder is a required string parameter.
         * @example {
         *       "type": "http",
         *       "name": "get_order",
         *       "description": "Looks up an order by its number.",
         *       "url": "https://shop.example.com/orders/{order_id}",
         *       "parameters": {
         *         "type": "object",
         *         "properties": {
         *           "order_id": {
         *             "type": "string"
         *           }
         *         },
         *         "required": [
         *           "order_id"
         *         ]
         *       }
         *     }
         */
        HttpTool: {
            /** @constant */
            type: "http";
            /** @description The name of the tool: letters, digits, _ and -, at most 64 characters. Unique within the list. */
            name: string;
            /** @description Tells the model when and how to use it. */
            description?: string;
            /** @description A JSON Schema (2020-12) of type object for the arguments. At most 64 kB and 32 levels; `$ref` only within the schema. */
            parameters?: {
                [key: string]: unknown;
            };
            /**
             * @description The HTTP method. Default: GET.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description An http or https URL. Placeholders are allowed in the path and in the query. */
            url: string;
            /** @description Request headers. Their values never appear in results or errors. */
            headers?: {
                [key: string]: string;
            };
            /** @description Added to the query of the URL. */
            query?: {
                [key: string]: string | number | boolean;
            };
            /** @description The body; not allowed with GET. A value that consists of one placeholder keeps the type of the argument. */
            body?: {
                [key: string]: unknown;
            };
            /**
             * @description The format of the body: JSON (default) or form fields.
             * @enum {string}
             */
            body_format?: "json" | "form";
            /**
             * @description The time limit of one call.
             * @default 30000
             */
            timeout_ms?: number;
        };
        /** HumanNode */
        HumanNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "human";
            /** @description A description for people. */
            description?: string;
            /** @description The question for the person; a template. */
            prompt: string;
            /** @description The possible replies. */
            options?: string[];
            /** @description A JSON Schema that the reply must match. */
            schema?: {
                [key: string]: unknown;
            };
            /** @description The state key that receives the result. */
            output?: string;
        };
        /** Info */
        Info: {
            /** @enum {string} */
            name: "heddle";
            version: string;
            /** @enum {string} */
            api_version: "v1";
            /**
             * @description The database in use.
             * @enum {string}
             */
            database: "sqlite" | "postgres";
            /**
             * @description full: a 2xx response to a write means that it is on disk.
             * @enum {string}
             */
            durability: "full" | "relaxed";
            auth_enabled: boolean;
            /**
             * @description The role of this node.
             * @enum {string}
             */
            role: "all" | "api" | "worker";
            /** @description True if the built-in demo model is used instead of a real model. */
            demo_mode: boolean;
            default_model: string | null;
            graphs: string[];
            /** @description The graphs of the project (langgraph.json), by ID. */
            graph_states: {
                [key: string]: "loaded" | "failed" | "outdated" | "pending";
            };
            /** @description True if the web console is served at /console. */
            console: boolean;
            /** @description True in development mode: `POST /console/dev/crash` kills the service, which is then restarted. */
            can_crash: boolean;
            /**
             * @description The language of the graphs.
             * @enum {string}
             */
            context: "js";
            langgraph_js_version: string;
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
            /** @description Features that clients of the LangGraph API can use. */
            flags: {
                assistants: boolean;
                crons: boolean;
                langsmith: boolean;
                langsmith_tracing_replicas: boolean;
            };
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
        /** LlmNode */
        LlmNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "llm";
            /** @description A description for people. */
            description?: string;
            /** @description The system prompt; a template. */
            system?: string;
            /** @description The user prompt; a template. Default: the model receives `messages`. */
            prompt?: string;
            /** @description Default: the assistant's. */
            model?: string;
            /** @description Default: the assistant's. */
            temperature?: number;
            /** @description Default: the assistant's. */
            max_tokens?: number;
            /** @description Default: the assistant's. */
            top_p?: number;
            /**
             * Format: uri
             * @description An OpenAI-compatible endpoint. Default: the assistant's.
             */
            base_url?: string;
            /** @description A JSON Schema of type object. The output of the model is parsed, validated and stored as a value. */
            schema?: {
                [key: string]: unknown;
            };
            /** @description The tools that the model may call: names of built-in tools or definitions, as in an assistant's `config.tools`. */
            tools?: unknown[];
            /** @description Retries of a failed node. Default: one attempt. */
            retry?: {
                /** @description The total number of attempts. */
                attempts: number;
                /**
                 * @description The delay before the second attempt; it doubles with each further attempt.
                 * @default 500
                 */
                backoff_ms?: number;
            };
            /** @description The state key that receives the output. Default: the output is appended to `messages`. */
            output?: string;
        };
        /** MapNode */
        MapNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "map";
            /** @description A description for people. */
            description?: string;
            /** @description An expression that returns the list. */
            over: string;
            /**
             * @description The name of the current item in `do`.
             * @default item
             */
            as?: string;
            /** @description The step for each item: a node of type llm, tool, http, transform, human or subgraph without `id` and `output`. */
            do: {
                [key: string]: unknown;
            };
            /**
             * @description The number of items that run at the same time.
             * @default 10
             */
            concurrency?: number;
            /** @description The state key that receives the result. */
            output?: string;
        };
        /**
         * McpTool
         * @description All tools of an MCP server, over Streamable HTTP or the older HTTP with SSE.
         * @example {
         *       "type": "mcp",
         *       "url": "https://mcp.example.com/mcp",
         *       "allowed_tools": [
         *         "search"
         *       ]
         *     }
         */
        McpTool: {
            /** @constant */
            type: "mcp";
            /** @description The http or https URL of the server. */
            url: string;
            /** @description Request headers. Their values never appear in results or errors. */
            headers?: {
                [key: string]: string;
            };
            /** @description The names on the server of the tools to offer. Default: all tools. */
            allowed_tools?: string[];
            /**
             * @description A prefix for the name of each tool, so that tools of two servers can have the same name.
             * @example github_
             */
            prefix?: string;
            /**
             * @description The time limit of one call.
             * @default 30000
             */
            timeout_ms?: number;
        };
        /**
         * Me
         * @description The caller of the API.
         */
        Me: {
            /** @description The tenant of the caller. */
            tenant: string;
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
        /** Ok */
        Ok: {
            /** @enum {boolean} */
            ok: true;
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
            guardrails: (string | Record<string, never>)[];
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
            guardrails: (string | Record<string, never>)[];
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
            guardrails?: (string | Record<string, never>)[];
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
        /** refund-desk */
        "refund-desk": Record<string, never>;
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
            guardrails: (string | Record<string, never>)[];
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
            code: "graph_error" | "model_not_configured" | "recursion_limit_exceeded" | "timeout" | "max_attempts_exceeded" | "action_expired" | "guardrail_blocked" | "guardrails_invalid" | "secret_unavailable" | "assistant_not_found";
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
            /** @description True while the node is stopping. */
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
        /** SubgraphNode */
        SubgraphNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "subgraph";
            /** @description A description for people. */
            description?: string;
            /**
             * Format: uuid
             * @description The assistant to run.
             */
            assistant_id?: string;
            /** @description An inline graph in the same format, instead of `assistant_id`. */
            graph?: {
                [key: string]: unknown;
            };
            /** @description The input of the subgraph; strings are templates. Default: the input of this run. */
            input?: {
                [key: string]: unknown;
            };
            /** @description Retries of a failed node. Default: one attempt. */
            retry?: {
                /** @description The total number of attempts. */
                attempts: number;
                /**
                 * @description The delay before the second attempt; it doubles with each further attempt.
                 * @default 500
                 */
                backoff_ms?: number;
            };
            /** @description The state key that receives the result. */
            output?: string;
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
        /** ToolNode */
        ToolNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "tool";
            /** @description A description for people. */
            description?: string;
            /** @description The name of a built-in tool, or a tool definition. */
            tool: string | {
                [key: string]: unknown;
            };
            /** @description The name of the tool, if the definition provides several. */
            name?: string;
            /** @description The arguments; strings are templates. */
            arguments?: {
                [key: string]: unknown;
            };
            /** @description Retries of a failed node. Default: one attempt. */
            retry?: {
                /** @description The total number of attempts. */
                attempts: number;
                /**
                 * @description The delay before the second attempt; it doubles with each further attempt.
                 * @default 500
                 */
                backoff_ms?: number;
            };
            /** @description The state key that receives the result. */
            output?: string;
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
        /** TransformNode */
        TransformNode: {
            /** @description The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved. */
            id: string;
            /** @constant */
            type: "transform";
            /** @description A description for people. */
            description?: string;
            /** @description State keys and expressions for their new values. All expressions see the state before the node. */
            set: {
                [key: string]: string;
            };
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
    responses: {
        /** @description `invalid_request`: The request cannot be read: malformed JSON, not an object, wrong content type, too large or too deep. `validation_error`: A field is missing, has the wrong type or is out of range; `details` maps each field to its problem. */
        Error400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "message": "The request cannot be read: malformed JSON, not an object, wrong content type, too large or too deep.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: The credentials are missing, invalid, expired or revoked. */
        Error401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthorized",
                 *       "message": "The credentials are missing, invalid, expired or revoked.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `forbidden`: The credentials are valid but do not have the required scope, or the request comes from a foreign site or host. */
        Error403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "forbidden",
                 *       "message": "The credentials are valid but do not have the required scope, or the request comes from a foreign site or host.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `resource_not_found`: The resource or the route does not exist. */
        Error404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "resource_not_found",
                 *       "message": "The resource or the route does not exist.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `resource_conflict`: The resource already exists, or is in a state that does not allow the operation. */
        Error409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "resource_conflict",
                 *       "message": "The resource already exists, or is in a state that does not allow the operation.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unprocessable_entity`: The request is well-formed and valid, but the operation cannot be performed. `check_timeout`: Checking a text with user-defined patterns took longer than 20 s and was cancelled. Shorten the text or simplify the patterns. */
        Error422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unprocessable_entity",
                 *       "message": "The request is well-formed and valid, but the operation cannot be performed.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limit_exceeded`: Too many requests for this key; retry after `retry_after` seconds. `queue_limit_exceeded`: The tenant has too many queued runs; retry after `retry_after` seconds. */
        Error429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limit_exceeded",
                 *       "message": "Too many requests for this key; retry after `retry_after` seconds.",
                 *       "details": {},
                 *       "retry_after": 1
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: An unexpected error of the service. The log contains the cause with the request id. */
        Error500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal_error",
                 *       "message": "An unexpected error of the service. The log contains the cause with the request id.",
                 *       "details": {}
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service_unavailable`: The service is temporarily unable to handle the request (database unavailable, shutting down). `details.reason` tells why the database is unavailable. Try again later. `storage_full`: The disk of the database is full: reads work, writes do not. The service recovers without a restart when there is space again. `overloaded`: The service has more work than it can handle at the moment; retry after `retry_after` seconds. */
        Error503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "service_unavailable",
                 *       "message": "The service is temporarily unable to handle the request (database unavailable, shutting down). `details.reason` tells why the database is unavailable. Try again later.",
                 *       "details": {},
                 *       "retry_after": 1
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request; the id from the request header, if it is valid. */
        "X-Request-Id": string;
        /** @description Requests per minute. */
        "X-RateLimit-Limit": number;
        /** @description Remaining requests. Higher than the limit while the burst allowance is unused. */
        "X-RateLimit-Remaining": number;
        /** @description Unix time in seconds at which the full allowance is available again. */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "checks": {
                     *         "database": "ok"
                     *       },
                     *       "demo_mode": true,
                     *       "graph_states": {
                     *         "agent": "loaded"
                     *       },
                     *       "uptime_seconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
            /** @description `service_unavailable`: The service is temporarily unable to handle the request (database unavailable, shutting down). `details.reason` tells why the database is unavailable. Try again later. `storage_full`: The disk of the database is full: reads work, writes do not. The service recovers without a restart when there is space again. `overloaded`: The service has more work than it can handle at the moment; retry after `retry_after` seconds. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "checks": {
                     *         "database": "ok"
                     *       },
                     *       "demo_mode": true,
                     *       "graph_states": {
                     *         "agent": "loaded"
                     *       },
                     *       "uptime_seconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getOk: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
        };
    };
    getInfo: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "heddle",
                     *       "version": "0.1.0",
                     *       "api_version": "v1",
                     *       "database": "sqlite",
                     *       "durability": "full",
                     *       "auth_enabled": false,
                     *       "role": "all",
                     *       "demo_mode": true,
                     *       "default_model": "demo",
                     *       "graphs": [
                     *         "agent"
                     *       ],
                     *       "graph_states": {
                     *         "agent": "loaded"
                     *       },
                     *       "console": true,
                     *       "can_crash": false,
                     *       "context": "js",
                     *       "langgraph_js_version": "1.4.18",
                     *       "limits": {
                     *         "requests_per_minute": 100,
                     *         "request_burst": 200,
                     *         "tenant_requests_per_minute": null,
                     *         "pending_requests": 1000,
                     *         "queued_runs": 1000000,
                     *         "tenant_queued_runs": null,
                     *         "tenant_running_runs": null
                     *       },
                     *       "flags": {
                     *         "assistants": true,
                     *         "crons": true,
                     *         "langsmith": false,
                     *         "langsmith_tracing_replicas": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Info"];
                };
            };
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
        };
    };
    getMetrics: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example heddle_runs_queued 0 */
                    "text/plain": string;
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
        };
    };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "graph_id": "agent",
                     *           "name": "text",
                     *           "description": null,
                     *           "config": {},
                     *           "context": {},
                     *           "graph_schema": {},
                     *           "metadata": {},
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AssistantPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createAssistant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description An assistant to create. `name` is required unless `graph_id` is set. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Support agent",
                 *       "config": {
                 *         "model": "openai:gpt-4o",
                 *         "temperature": 0.2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AssistantCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["AssistantDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
        /** @description Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "model": "openai:gpt-4o-mini"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AssistantUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "graph_id": "agent",
                     *           "name": "text",
                     *           "description": null,
                     *           "config": {},
                     *           "context": {},
                     *           "graph_schema": {},
                     *           "metadata": {},
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AssistantVersionPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    setLatestAssistantVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                assistant_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["AssistantSetLatest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_id": null,
                     *           "title": null,
                     *           "status": "idle",
                     *           "metadata": {},
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ThreadPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A thread to create; all fields are optional. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "user_id": "user-42",
                 *         "session": "web"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ThreadCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Thread"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Thread"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["ThreadDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "title": "Refund of order 1017"
                 *     }
                 */
                "application/json": components["schemas"]["ThreadUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Thread"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
                     *           "message_id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
                     *           "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *           "run_id": null,
                     *           "role": "user",
                     *           "content": "Where is my order?",
                     *           "metadata": {},
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createThreadMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Where is my order?"
                 *     }
                 */
                "application/json": components["schemas"]["ThreadMessageCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
                     *           "message_id": "0198c9a2-9b77-7e13-8a3c-51d2f4b6c830",
                     *           "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *           "run_id": null,
                     *           "role": "user",
                     *           "content": "Where is my order?",
                     *           "metadata": {},
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                 *       "content": "Where is my order?"
                 *     }
                 */
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_version": 1,
                     *           "status": "queued",
                     *           "multitask_strategy": "text",
                     *           "error": null,
                     *           "metadata": {},
                     *           "usage": null,
                     *           "cost": null,
                     *           "attempt": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z",
                     *           "started_at": null,
                     *           "completed_at": null,
                     *           "preview": null,
                     *           "guardrail_outcome": null,
                     *           "queue_ms": null,
                     *           "duration_ms": null,
                     *           "tries": 1,
                     *           "available_at": null,
                     *           "lease_owner": null,
                     *           "lease_expires_at": null,
                     *           "waiting_since": null,
                     *           "action_expires_at": null,
                     *           "reserved_by": null,
                     *           "reserved_until": null,
                     *           "created_by": null,
                     *           "retry_of": null,
                     *           "input": null,
                     *           "output": null,
                     *           "required_action": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A run to create; `thread_id` or `assistant_id` is required. Default thread: a temporary one. Default assistant: the assistant of the thread, or the built-in one. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                 *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                 *       "input": {
                 *         "message": "Where is my order?"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 10014,
                     *       "capped": true,
                     *       "by": "status",
                     *       "counts": [
                     *         {
                     *           "value": "completed",
                     *           "count": 10000,
                     *           "capped": true
                     *         },
                     *         {
                     *           "value": "failed",
                     *           "count": 14,
                     *           "capped": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunCounts"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRun: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["RunDeleted"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "seq": 1,
                     *           "type": "text",
                     *           "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "timestamp": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_after": null
                     *     }
                     */
                    "application/json": components["schemas"]["RunEventPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_version": 1,
                     *           "status": "queued",
                     *           "multitask_strategy": "text",
                     *           "error": null,
                     *           "metadata": {},
                     *           "usage": null,
                     *           "cost": null,
                     *           "attempt": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z",
                     *           "started_at": null,
                     *           "completed_at": null,
                     *           "preview": null,
                     *           "guardrail_outcome": null,
                     *           "queue_ms": null,
                     *           "duration_ms": null,
                     *           "tries": 1,
                     *           "available_at": null,
                     *           "lease_owner": null,
                     *           "lease_expires_at": null,
                     *           "waiting_since": null,
                     *           "action_expires_at": null,
                     *           "reserved_by": null,
                     *           "reserved_until": null,
                     *           "created_by": null,
                     *           "retry_of": null,
                     *           "input": null,
                     *           "output": null,
                     *           "required_action": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createThreadRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "message": "Where is my order?"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ThreadRunCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    submitToolOutputs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tool_outputs": [
                 *         {
                 *           "tool_call_id": "call_1",
                 *           "output": "42"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ToolOutputs"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reviewRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve",
                 *       "reviewer": "dana",
                 *       "reason": "checked with the customer"
                 *     }
                 */
                "application/json": components["schemas"]["ReviewRun"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    resumeRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "approve"
                 *     }
                 */
                "application/json": components["schemas"]["ResumeRun"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rerunRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assistant_version": 8
                 *     }
                 */
                "application/json": components["schemas"]["RunRerun"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reserveRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 300
                 *     }
                 */
                "application/json": components["schemas"]["RunReserve"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *       "thread_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_version": 1,
                     *       "status": "queued",
                     *       "multitask_strategy": "enqueue",
                     *       "input": {
                     *         "message": "Where is my order?"
                     *       },
                     *       "output": null,
                     *       "error": null,
                     *       "required_action": null,
                     *       "metadata": {},
                     *       "usage": null,
                     *       "cost": null,
                     *       "attempt": 0,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "preview": "Where is my order?",
                     *       "guardrail_outcome": null,
                     *       "queue_ms": null,
                     *       "duration_ms": null,
                     *       "tries": 0,
                     *       "available_at": null,
                     *       "lease_owner": null,
                     *       "lease_expires_at": null,
                     *       "waiting_since": null,
                     *       "action_expires_at": null,
                     *       "reserved_by": null,
                     *       "reserved_until": null,
                     *       "created_by": "web shop",
                     *       "retry_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeRuns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description With `filter`, `cancel` applies to the matching runs that have not ended, `rerun` and `delete` to those that have, newest first, up to 10,000. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "rerun",
                 *       "filter": {
                 *         "status": "failed",
                 *         "error_code": "timeout"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunBulk"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f",
                     *       "operation_id": "0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f",
                     *       "action": "cancel",
                     *       "status": "running",
                     *       "dry_run": false,
                     *       "total": 400,
                     *       "done": 120,
                     *       "failed": 1,
                     *       "capped": false,
                     *       "errors": [
                     *         {
                     *           "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *           "code": "resource_conflict",
                     *           "message": "The run is completed and can no longer be cancelled"
                     *         }
                     *       ],
                     *       "created_by": "web shop",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f",
                     *       "operation_id": "0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f",
                     *       "action": "cancel",
                     *       "status": "running",
                     *       "dry_run": false,
                     *       "total": 400,
                     *       "done": 120,
                     *       "failed": 1,
                     *       "capped": false,
                     *       "errors": [
                     *         {
                     *           "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                     *           "code": "resource_conflict",
                     *           "message": "The run is completed and can no longer be cancelled"
                     *         }
                     *       ],
                     *       "created_by": "web shop",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "kind": "registered",
                     *           "url": "https://example.com/hooks/heddle",
                     *           "events": [
                     *             "text"
                     *           ],
                     *           "description": null,
                     *           "enabled": false,
                     *           "disabled_reason": null,
                     *           "failing_since": null,
                     *           "paused_until": null,
                     *           "metadata": {},
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/heddle",
                 *       "events": [
                 *         "run.completed",
                 *         "run.failed"
                 *       ],
                 *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "delivery_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "event_type": "text",
                     *       "run_id": null,
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "last_status": null,
                     *       "last_error": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "delivered_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "delivery_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "event_type": "text",
                     *           "run_id": null,
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "last_status": null,
                     *           "last_error": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "delivered_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "delivery_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "event_type": "text",
                     *       "run_id": null,
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "last_status": null,
                     *       "last_error": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "delivered_at": null,
                     *       "payload": null,
                     *       "attempt_log": [
                     *         {
                     *           "attempt": 1,
                     *           "attempted_at": "2026-01-31T09:30:00.000Z",
                     *           "latency_ms": 1,
                     *           "status_code": null,
                     *           "error": null,
                     *           "response": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "delivery_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "event_type": "text",
                     *       "run_id": null,
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "last_status": null,
                     *       "last_error": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "delivered_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "delivery_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "webhook_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "event_type": "text",
                     *           "run_id": null,
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "last_status": null,
                     *           "last_error": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "delivered_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverWebhookRange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-31T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RedeliverRange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redelivered": 12
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "guardrail_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "type": "topic_restriction",
                     *           "enabled": false,
                     *           "applies_to": "all",
                     *           "config": {},
                     *           "source": "api",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createGuardrail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "pii_filter",
                 *       "type": "output_filter",
                 *       "config": {
                 *         "detect_patterns": [
                 *           "ssn",
                 *           "credit_card",
                 *           {
                 *             "badge": "B-\\d{6}"
                 *           }
                 *         ],
                 *         "action": "redact"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GuardrailCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "guardrail_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "topic_restriction",
                     *       "enabled": false,
                     *       "applies_to": "all",
                     *       "config": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getGuardrailMetrics: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "summary": {
                     *         "total_requests": 1,
                     *         "blocked": 1,
                     *         "flagged": 1,
                     *         "passed": 1
                     *       },
                     *       "by_guardrail": [
                     *         {
                     *           "name": "text",
                     *           "triggers": 1,
                     *           "action_taken": "text",
                     *           "avg_latency_ms": 0.5
                     *         }
                     *       ],
                     *       "trends": {
                     *         "trigger_rate_7d": [
                     *           0.5
                     *         ]
                     *       },
                     *       "total_evaluations": 1,
                     *       "guardrail_triggers": {},
                     *       "trigger_rate": 0.5,
                     *       "false_positive_rate": null,
                     *       "false_positive_interval": null,
                     *       "reviewed": 1,
                     *       "response_latency_ms": 0.5
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailMetrics"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkGuardrails: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Checks with the given guardrails, policy, risk profile, or all guardrails of an assistant. Default: the guardrails that apply to every run. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Her number is 536-90-4399.",
                 *       "risk_profile": "low_risk"
                 *     }
                 */
                "application/json": components["schemas"]["GuardrailCheck"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "pass",
                     *       "text": "text",
                     *       "decisions": [
                     *         {
                     *           "guardrail": "text",
                     *           "type": "topic_restriction",
                     *           "stage": "input",
                     *           "action": "pass",
                     *           "category": "text",
                     *           "score": null,
                     *           "detector": "lexical",
                     *           "reason": "text",
                     *           "spans": [
                     *             {
                     *               "start": 1,
                     *               "end": 1,
                     *               "label": "text"
                     *             }
                     *           ],
                     *           "latency_ms": 0.5
                     *         }
                     *       ],
                     *       "not_checked": [
                     *         {
                     *           "guardrail": "text",
                     *           "reason": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailVerdict"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "guardrail_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "topic_restriction",
                     *       "enabled": false,
                     *       "applies_to": "all",
                     *       "config": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "guardrail_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["GuardrailUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "guardrail_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "topic_restriction",
                     *       "enabled": false,
                     *       "applies_to": "all",
                     *       "config": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reloadGuardrails: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "guardrails": 1,
                     *       "policies": 1,
                     *       "risk_profiles": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailsReloaded"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "policy_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "guardrails": [
                     *             "pii_filter"
                     *           ],
                     *           "audit_level": "minimal",
                     *           "retention_days": 1,
                     *           "metadata": {},
                     *           "source": "api",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Default `audit_level`: `standard`. Default `retention_days`: GUARDRAIL_AUDIT_DAYS. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "finance",
                 *       "guardrails": [
                 *         "pii_filter"
                 *       ],
                 *       "audit_level": "full",
                 *       "retention_days": 365
                 *     }
                 */
                "application/json": components["schemas"]["PolicyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "policy_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "guardrails": [
                     *         "pii_filter"
                     *       ],
                     *       "audit_level": "minimal",
                     *       "retention_days": 1,
                     *       "metadata": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "policy_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "guardrails": [
                     *         "pii_filter"
                     *       ],
                     *       "audit_level": "minimal",
                     *       "retention_days": 1,
                     *       "metadata": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "policy_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "audit_level": "full"
                 *     }
                 */
                "application/json": components["schemas"]["PolicyUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "policy_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "guardrails": [
                     *         "pii_filter"
                     *       ],
                     *       "audit_level": "minimal",
                     *       "retention_days": 1,
                     *       "metadata": {},
                     *       "source": "api",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "low_risk",
                     *           "guardrails": [
                     *             "pii_filter"
                     *           ],
                     *           "audit_level": "minimal",
                     *           "retention_days": 1,
                     *           "source": "built_in"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RiskProfilePage"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "low_risk",
                     *       "guardrails": [
                     *         "pii_filter"
                     *       ],
                     *       "audit_level": "minimal",
                     *       "retention_days": 1,
                     *       "source": "built_in"
                     *     }
                     */
                    "application/json": components["schemas"]["RiskProfile"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "decision_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "guardrail": "text",
                     *           "type": "topic_restriction",
                     *           "stage": "input",
                     *           "action": "pass",
                     *           "category": "text",
                     *           "score": null,
                     *           "detector": "lexical",
                     *           "reason": "text",
                     *           "spans": [
                     *             {
                     *               "start": 1,
                     *               "end": 1,
                     *               "label": "text"
                     *             }
                     *           ],
                     *           "latency_ms": 0.5,
                     *           "policy": null,
                     *           "set_hash": "text",
                     *           "text_hash": null,
                     *           "text_before": null,
                     *           "text_after": null,
                     *           "tool_call_id": null,
                     *           "verdict": null,
                     *           "reviewer": null,
                     *           "note": null,
                     *           "reviewed_at": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "expires_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailDecisionPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "decision_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "guardrail": "text",
                     *       "type": "topic_restriction",
                     *       "stage": "input",
                     *       "action": "pass",
                     *       "category": "text",
                     *       "score": null,
                     *       "detector": "lexical",
                     *       "reason": "text",
                     *       "spans": [
                     *         {
                     *           "start": 1,
                     *           "end": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "latency_ms": 0.5,
                     *       "policy": null,
                     *       "set_hash": "text",
                     *       "text_hash": null,
                     *       "text_before": null,
                     *       "text_after": null,
                     *       "tool_call_id": null,
                     *       "verdict": null,
                     *       "reviewer": null,
                     *       "note": null,
                     *       "reviewed_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "expires_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailDecision"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reviewGuardrailDecision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                decision_id: string;
            };
            cookie?: never;
        };
        /** @description A later review replaces an earlier one. Default `reviewer`: the caller. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdict": "false_positive",
                 *       "note": "An order number."
                 *     }
                 */
                "application/json": components["schemas"]["GuardrailReview"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "decision_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "thread_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "guardrail": "text",
                     *       "type": "topic_restriction",
                     *       "stage": "input",
                     *       "action": "pass",
                     *       "category": "text",
                     *       "score": null,
                     *       "detector": "lexical",
                     *       "reason": "text",
                     *       "spans": [
                     *         {
                     *           "start": 1,
                     *           "end": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "latency_ms": 0.5,
                     *       "policy": null,
                     *       "set_hash": "text",
                     *       "text_hash": null,
                     *       "text_before": null,
                     *       "text_after": null,
                     *       "tool_call_id": null,
                     *       "verdict": null,
                     *       "reviewer": null,
                     *       "note": null,
                     *       "reviewed_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "expires_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["GuardrailDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "description": null,
                     *           "metadata": {},
                     *           "held_out_split": null,
                     *           "version": 1,
                     *           "examples": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DatasetPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "support-questions",
                 *       "description": "What customers ask most."
                 *     }
                 */
                "application/json": components["schemas"]["DatasetCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "description": null,
                     *       "metadata": {},
                     *       "held_out_split": null,
                     *       "version": 1,
                     *       "examples": 1,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "description": null,
                     *       "metadata": {},
                     *       "held_out_split": null,
                     *       "version": 1,
                     *       "examples": 1,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["DatasetDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "held_out_split": "test"
                 *     }
                 */
                "application/json": components["schemas"]["DatasetUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "description": null,
                     *       "metadata": {},
                     *       "held_out_split": null,
                     *       "version": 1,
                     *       "examples": 1,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "examples": 1,
                     *           "added": 1,
                     *           "changed": 1,
                     *           "removed": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DatasetVersionPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "input": {},
                     *           "expected_output": null,
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "split": null,
                     *           "metadata": {},
                     *           "source_run_id": null,
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExamplePage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addExamples: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description Examples to add. Either all are added, as one version, or none. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "examples": [
                 *         {
                 *           "input": {
                 *             "message": "Where is my order?"
                 *           },
                 *           "expected_output": {
                 *             "contains": "tracking",
                 *             "action": "lookup_order"
                 *           },
                 *           "tags": [
                 *             "orders"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExamplesCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "version": 1,
                     *       "added": 1,
                     *       "examples": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "input": {},
                     *           "expected_output": null,
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "split": null,
                     *           "metadata": {},
                     *           "source_run_id": null,
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addExampleFromRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description Default `expected_output`: the output of the run. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0198c9a2-b7e1-7f02-8a35-5d1c9e4b6f70",
                 *       "tags": [
                 *         "from production"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExampleFromRun"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "version": 1,
                     *       "added": 1,
                     *       "examples": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "input": {},
                     *           "expected_output": null,
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "split": null,
                     *           "metadata": {},
                     *           "source_run_id": null,
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addExampleFromFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "feedback_id": "0198c9a2-b7e1-7f02-8a35-5d1c9e4b6f70",
                 *       "tags": [
                 *         "corrected"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExampleFromFeedback"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "version": 1,
                     *       "added": 1,
                     *       "examples": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "input": {},
                     *           "expected_output": null,
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "split": null,
                     *           "metadata": {},
                     *           "source_run_id": null,
                     *           "version": 1,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExamplesAdded"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "input": {},
                     *       "expected_output": null,
                     *       "tags": [
                     *         "text"
                     *       ],
                     *       "split": null,
                     *       "metadata": {},
                     *       "source_run_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Example"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ExampleDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "tags": [
                 *         "orders",
                 *         "hard"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExampleUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "input": {},
                     *       "expected_output": null,
                     *       "tags": [
                     *         "text"
                     *       ],
                     *       "split": null,
                     *       "metadata": {},
                     *       "source_run_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Example"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "type": "heuristic",
                     *           "status": "pending",
                     *           "assistant_id": null,
                     *           "assistant_version": null,
                     *           "assistants": [
                     *             {
                     *               "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *               "version": 1,
                     *               "label": "text"
                     *             }
                     *           ],
                     *           "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "dataset_version": 1,
                     *           "criteria": [
                     *             {
                     *               "name": "has_answer",
                     *               "scorer": "json_schema",
                     *               "config": {
                     *                 "schema": {
                     *                   "type": "object",
                     *                   "required": [
                     *                     "answer"
                     *                   ]
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "settings": {},
                     *           "progress": {
                     *             "done": 1,
                     *             "total": 1,
                     *             "percent": 0.5,
                     *             "errors": 1
                     *           },
                     *           "summary": null,
                     *           "error": null,
                     *           "metadata": {},
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z",
                     *           "started_at": null,
                     *           "completed_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly",
                 *       "type": "heuristic",
                 *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                 *       "dataset_id": "0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20",
                 *       "criteria": [
                 *         {
                 *           "name": "polite",
                 *           "scorer": "contains",
                 *           "config": {
                 *             "substring": "please"
                 *           }
                 *         }
                 *       ],
                 *       "run_immediately": true
                 *     }
                 */
                "application/json": components["schemas"]["EvaluationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "heuristic",
                     *       "status": "pending",
                     *       "assistant_id": null,
                     *       "assistant_version": null,
                     *       "assistants": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_version": 1,
                     *       "criteria": [
                     *         {
                     *           "name": "has_answer",
                     *           "scorer": "json_schema",
                     *           "config": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "answer"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "settings": {},
                     *       "progress": {
                     *         "done": 1,
                     *         "total": 1,
                     *         "percent": 0.5,
                     *         "errors": 1
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "heuristic",
                     *       "status": "pending",
                     *       "assistant_id": null,
                     *       "assistant_version": null,
                     *       "assistants": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_version": 1,
                     *       "criteria": [
                     *         {
                     *           "name": "has_answer",
                     *           "scorer": "json_schema",
                     *           "config": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "answer"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "settings": {},
                     *       "progress": {
                     *         "done": 1,
                     *         "total": 1,
                     *         "percent": 0.5,
                     *         "errors": 1
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    runEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "heuristic",
                     *       "status": "pending",
                     *       "assistant_id": null,
                     *       "assistant_version": null,
                     *       "assistants": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_version": 1,
                     *       "criteria": [
                     *         {
                     *           "name": "has_answer",
                     *           "scorer": "json_schema",
                     *           "config": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "answer"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "settings": {},
                     *       "progress": {
                     *         "done": 1,
                     *         "total": 1,
                     *         "percent": 0.5,
                     *         "errors": 1
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "heuristic",
                     *       "status": "pending",
                     *       "assistant_id": null,
                     *       "assistant_version": null,
                     *       "assistants": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_version": 1,
                     *       "criteria": [
                     *         {
                     *           "name": "has_answer",
                     *           "scorer": "json_schema",
                     *           "config": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "answer"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "settings": {},
                     *       "progress": {
                     *         "done": 1,
                     *         "total": 1,
                     *         "percent": 0.5,
                     *         "errors": 1
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    retryEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "type": "heuristic",
                     *       "status": "pending",
                     *       "assistant_id": null,
                     *       "assistant_version": null,
                     *       "assistants": [
                     *         {
                     *           "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": 1,
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "dataset_version": 1,
                     *       "criteria": [
                     *         {
                     *           "name": "has_answer",
                     *           "scorer": "json_schema",
                     *           "config": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "answer"
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "settings": {},
                     *       "progress": {
                     *         "done": 1,
                     *         "total": 1,
                     *         "percent": 0.5,
                     *         "errors": 1
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "metadata": {},
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "example_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "assistant": 1,
                     *           "repetition": 1,
                     *           "run_id": null,
                     *           "status": "queued",
                     *           "passed": null,
                     *           "score": null,
                     *           "scores": [
                     *             {
                     *               "criterion": "text",
                     *               "scorer": "text",
                     *               "score": null,
                     *               "passed": null,
                     *               "explanation": "text"
                     *             }
                     *           ],
                     *           "input": null,
                     *           "expected_output": null,
                     *           "output": null,
                     *           "error": null,
                     *           "latency_ms": null,
                     *           "usage": null,
                     *           "cost": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationResultPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    compareEvaluations: {
        parameters: {
            query: {
                /** @description A UUID. */
                against: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eval_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "against": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "comparison": {
                     *         "name": "text",
                     *         "baseline": "text",
                     *         "shared_examples": 1,
                     *         "only_before": 1,
                     *         "only_after": 1,
                     *         "wins": 1,
                     *         "losses": 1,
                     *         "ties": 1,
                     *         "sign_p": 0.5,
                     *         "regressed": [
                     *           "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *         ],
                     *         "regressed_count": 1,
                     *         "fixed": [
                     *           "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *         ],
                     *         "fixed_count": 1,
                     *         "pass": null,
                     *         "score": null,
                     *         "by_criterion": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationComparison"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    judge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "openai:gpt-4o",
                 *       "criteria": "helpfulness",
                 *       "input": "How do I reset my password?",
                 *       "output": "Choose \"Forgot password\" on the sign-in page and follow the link in the mail.",
                 *       "expected": "Use the link \"Forgot password\" on the sign-in page."
                 *     }
                 */
                "application/json": components["schemas"]["JudgeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "criteria": [
                     *         "text"
                     *       ],
                     *       "model": null,
                     *       "score": null,
                     *       "raw_score": null,
                     *       "scale": {
                     *         "min": 0.5,
                     *         "max": 0.5
                     *       },
                     *       "passed": null,
                     *       "explanation": "text",
                     *       "issues": [
                     *         "text"
                     *       ],
                     *       "flags": [
                     *         "addresses_judge"
                     *       ],
                     *       "method": "llm",
                     *       "prompt_version": "text",
                     *       "samples": 1,
                     *       "usage": null,
                     *       "latency_ms": 0.5,
                     *       "status": "scored",
                     *       "reason": null,
                     *       "results": [
                     *         {
                     *           "criterion": "text",
                     *           "model": null,
                     *           "score": null,
                     *           "raw_score": null,
                     *           "scale": {
                     *             "min": 0.5,
                     *             "max": 0.5
                     *           },
                     *           "passed": null,
                     *           "explanation": "text",
                     *           "issues": [
                     *             "text"
                     *           ],
                     *           "flags": [
                     *             "addresses_judge"
                     *           ],
                     *           "method": "llm",
                     *           "prompt_version": "text",
                     *           "samples": 1,
                     *           "usage": null,
                     *           "latency_ms": 0.5,
                     *           "status": "scored",
                     *           "reason": null,
                     *           "threshold": 0.5,
                     *           "sample_scores": [
                     *             0.5
                     *           ],
                     *           "spread": null,
                     *           "failed_samples": 1,
                     *           "repaired": 1,
                     *           "retries": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JudgeAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "calibration_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "model": null,
                     *           "prompt_version": "text",
                     *           "judged": [
                     *             "helpfulness"
                     *           ],
                     *           "threshold": 0.5,
                     *           "status": "uncalibrated",
                     *           "labels": 1,
                     *           "agreement": null,
                     *           "kappa": null,
                     *           "kappa_interval": null,
                     *           "warning": null,
                     *           "unscored": 1,
                     *           "confusion": {
                     *             "labels": [
                     *               "failed",
                     *               "passed"
                     *             ],
                     *             "counts": [
                     *               [
                     *                 32,
                     *                 6
                     *               ],
                     *               [
                     *                 8,
                     *                 54
                     *               ]
                     *             ]
                     *           },
                     *           "record": {
                     *             "good": 1,
                     *             "good_passed": 1,
                     *             "bad": 1,
                     *             "bad_failed": 1
                     *           },
                     *           "source": "labels",
                     *           "eval_id": null,
                     *           "criterion": null,
                     *           "human_criterion": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CalibrationPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    calibrateJudge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Either `labels` with the settings of the judge (as in JudgeRequest), or `eval_id` with `criterion` and `human_criterion`. With `eval_id` the judge is not called; the existing scores of both criteria are compared. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eval_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                 *       "criterion": "helpfulness",
                 *       "human_criterion": "quality"
                 *     }
                 */
                "application/json": components["schemas"]["CalibrationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "calibration_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "model": null,
                     *       "prompt_version": "text",
                     *       "judged": [
                     *         "helpfulness"
                     *       ],
                     *       "threshold": 0.5,
                     *       "status": "uncalibrated",
                     *       "labels": 1,
                     *       "agreement": null,
                     *       "kappa": null,
                     *       "kappa_interval": null,
                     *       "warning": null,
                     *       "unscored": 1,
                     *       "confusion": {
                     *         "labels": [
                     *           "failed",
                     *           "passed"
                     *         ],
                     *         "counts": [
                     *           [
                     *             32,
                     *             6
                     *           ],
                     *           [
                     *             8,
                     *             54
                     *           ]
                     *         ]
                     *       },
                     *       "record": {
                     *         "good": 1,
                     *         "good_passed": 1,
                     *         "bad": 1,
                     *         "bad_failed": 1
                     *       },
                     *       "source": "labels",
                     *       "eval_id": null,
                     *       "criterion": null,
                     *       "human_criterion": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Calibration"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "feedback_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "eval_id": null,
                     *           "rating": null,
                     *           "comment": null,
                     *           "dimensions": {
                     *             "helpfulness": 0.75
                     *           },
                     *           "corrected_output": null,
                     *           "reviewer": "text",
                     *           "created_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["FeedbackPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                 *       "rating": "negative",
                 *       "comment": "The order number is wrong.",
                 *       "dimensions": {
                 *         "accuracy": 0.2
                 *       },
                 *       "corrected_output": {
                 *         "response": "Your order 4711 is on its way."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FeedbackCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "feedback_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": null,
                     *       "rating": null,
                     *       "comment": null,
                     *       "dimensions": {
                     *         "helpfulness": 0.75
                     *       },
                     *       "corrected_output": null,
                     *       "reviewer": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "feedback_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": null,
                     *       "rating": null,
                     *       "comment": null,
                     *       "dimensions": {
                     *         "helpfulness": 0.75
                     *       },
                     *       "corrected_output": null,
                     *       "reviewer": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reserveReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reviewer": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["ReviewNext"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "item": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewAsked"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    submitReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",
                 *       "reviewer": "ada",
                 *       "scores": {
                 *         "quality": 1
                 *       },
                 *       "comment": "Just right."
                 *     }
                 */
                "application/json": components["schemas"]["Review"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "feedback_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "eval_id": null,
                     *       "rating": null,
                     *       "comment": null,
                     *       "dimensions": {
                     *         "helpfulness": 0.75
                     *       },
                     *       "corrected_output": null,
                     *       "reviewer": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "GITHUB_TOKEN",
                     *           "description": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SecretPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "GITHUB_TOKEN",
                 *       "value": "ghp_example_value"
                 *     }
                 */
                "application/json": components["schemas"]["SecretCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "GITHUB_TOKEN",
                     *       "description": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Secret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "GITHUB_TOKEN",
                     *       "description": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Secret"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "value": "ghp_another_value"
                 *     }
                 */
                "application/json": components["schemas"]["SecretPut"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "GITHUB_TOKEN",
                     *       "description": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Secret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "name": "GITHUB_TOKEN"
                     *     }
                     */
                    "application/json": components["schemas"]["SecretDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description The start of the range. Default: 24 hours before `to`. */
                from?: string;
                /** @description The end of the range. Default: now. */
                to?: string;
                /** @description The length of a step in seconds: a multiple of 60, or of 3,600 if `from` is more than 48 hours ago. `from` and `to` are extended to multiples of it. Default: about 60 steps. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-01-31T09:00:00.000Z",
                     *       "to": "2026-01-31T10:00:00.000Z",
                     *       "step": 3600,
                     *       "totals": {
                     *         "runs": {
                     *           "created": 42,
                     *           "completed": 40,
                     *           "failed": 1,
                     *           "cancelled": 0
                     *         },
                     *         "duration_ms": {
                     *           "p50": 812.4,
                     *           "p95": 3410.2
                     *         },
                     *         "queue_ms": {
                     *           "p50": 3.1,
                     *           "p95": 20.4
                     *         },
                     *         "tokens": {
                     *           "input": 18200,
                     *           "cached_input": 0,
                     *           "output": 4100
                     *         },
                     *         "cost": {
                     *           "usd": "0.0692",
                     *           "unpriced_runs": 0,
                     *           "unpriced_models": []
                     *         },
                     *         "guardrails": {
                     *           "passed": 40,
                     *           "flagged": 1,
                     *           "blocked": 0
                     *         },
                     *         "webhooks": {
                     *           "attempts": 41,
                     *           "failures": 0
                     *         }
                     *       },
                     *       "queue": {
                     *         "depth": 7,
                     *         "oldest_ms": 2040
                     *       },
                     *       "series": [
                     *         {
                     *           "at": "2026-01-31T09:00:00.000Z",
                     *           "runs": {
                     *             "created": 42,
                     *             "completed": 40,
                     *             "failed": 1,
                     *             "cancelled": 0
                     *           },
                     *           "duration_ms": {
                     *             "p50": 812.4,
                     *             "p95": 3410.2
                     *           },
                     *           "queue_ms": {
                     *             "p50": 3.1,
                     *             "p95": 20.4
                     *           },
                     *           "tokens": {
                     *             "input": 18200,
                     *             "cached_input": 0,
                     *             "output": 4100
                     *           },
                     *           "cost": {
                     *             "usd": "0.0692",
                     *             "unpriced_runs": 0,
                     *             "unpriced_models": []
                     *           },
                     *           "guardrails": {
                     *             "passed": 40,
                     *             "flagged": 1,
                     *             "blocked": 0
                     *           },
                     *           "webhooks": {
                     *             "attempts": 41,
                     *             "failures": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assistant_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "from": "2026-01-31T09:00:00.000Z",
                     *       "to": "2026-01-31T10:00:00.000Z",
                     *       "nodes": [
                     *         {
                     *           "node_id": "draft_reply",
                     *           "count": 41,
                     *           "errors": 1,
                     *           "duration_ms": {
                     *             "p50": 640.2,
                     *             "p95": 3312.9
                     *           },
                     *           "tokens": {
                     *             "input": 18200,
                     *             "output": 4100
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NodeStatistics"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "$ref": "#/components/schemas/refund-desk"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "view_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "screen": "runs",
                     *           "query": "text",
                     *           "shared": false,
                     *           "created_by": "text",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "updated_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ViewPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Failed today",
                 *       "screen": "runs",
                 *       "query": "status=failed&range=24h",
                 *       "shared": true
                 *     }
                 */
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "view_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "screen": "runs",
                     *       "query": "text",
                     *       "shared": false,
                     *       "created_by": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["View"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "view_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "screen": "runs",
                     *       "query": "text",
                     *       "shared": false,
                     *       "created_by": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["View"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "view_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                     *     }
                     */
                    "application/json": components["schemas"]["ViewDeleted"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                /**
                 * @example {
                 *       "shared": true
                 *     }
                 */
                "application/json": components["schemas"]["ViewUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "view_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "name": "text",
                     *       "screen": "runs",
                     *       "query": "text",
                     *       "shared": false,
                     *       "created_by": "text",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["View"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "node_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "version": "0.1.0",
                     *           "role": "all",
                     *           "since": "2026-01-31T08:00:00.000Z",
                     *           "heartbeat_at": "2026-01-31T09:30:00.000Z",
                     *           "is_alive": true,
                     *           "executing": 3,
                     *           "threads": 2,
                     *           "draining": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceNodes"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": "default",
                     *       "name": "ci",
                     *       "credential": "api_key",
                     *       "key_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "expires_at": null,
                     *       "limits": {
                     *         "requests_per_minute": 100,
                     *         "request_burst": 200,
                     *         "tenant_requests_per_minute": null,
                     *         "pending_requests": 1000,
                     *         "queued_runs": 1000000,
                     *         "tenant_queued_runs": null,
                     *         "tenant_running_runs": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "key_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *           "name": "text",
                     *           "prefix": "text",
                     *           "scopes": [
                     *             "read"
                     *           ],
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "last_used_at": null,
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description An API key to create. Default `scopes`: read and write. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "read",
                 *         "write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null,
                     *       "key": "hdl_Zk3v9q…"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example event: progress\ndata: {"eval_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","status":"running","progress":{"done":10,…}}\n\n */
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id: 1x9k2f.42\nevent: changes\ndata: {"changes":[{"topic":"runs","id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","status":"completed","updated_at":"2026-01-31T09:30:00.000Z"}]}\n\n */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id: 1\nevent: run.started\ndata: {"type":"run.started","run_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",…}\n\n */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    signInToConsole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": "hdl_Zk3v9q…"
                 *     }
                 */
                "application/json": components["schemas"]["ConsoleSignIn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant_id": "default",
                     *       "name": "key:0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "expires_at": "2026-02-07T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    signOutOfConsole: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    crashService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description With `run_id`, the service is killed only if this run is in progress. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"
                 *     }
                 */
                "application/json": components["schemas"]["ConsoleCrash"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    importExamples: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID. */
                dataset_id: string;
            };
            cookie?: never;
        };
        /** @description One JSON object per line, or CSV whose first line has the column names. */
        requestBody: {
            content: {
                /** @example {"input": {"message": "Where is my order?"}, "expected_output": {"contains": "tracking"}} */
                "application/x-ndjson": string;
                /** @example {"input": {"message": "Where is my order?"}, "expected_output": {"contains": "tracking"}} */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dataset_id": "0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11",
                     *       "version": 1,
                     *       "added": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ExamplesImported"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"input": {"message": "Where is my order?"}, "expected_output": {"contains": "tracking"}} */
                    "application/x-ndjson": string;
                    /** @example {"input": {"message": "Where is my order?"}, "expected_output": {"contains": "tracking"}} */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
