import { makeHttp, type ClientOptions } from './http.js'
import { makeApiKeys, makeAudit, makeSecrets } from './resources/access.js'
import { makeAssistants } from './resources/assistants.js'
import { makeChanges } from './resources/changes.js'
import { makeCrons } from './resources/crons.js'
import { makeDatasets } from './resources/datasets.js'
import { makeEvaluations } from './resources/evaluations.js'
import { makeFeedback } from './resources/feedback.js'
import { makeGuardrails, makePolicies, makeRiskProfiles } from './resources/governance.js'
import { makeRuns } from './resources/runs.js'
import { makeStore } from './resources/store.js'
import { makeNodes, makeStatistics, makeSystem } from './resources/system.js'
import { makeMessages, makeThreads } from './resources/threads.js'
import { makeViews } from './resources/views.js'
import { makeWebhooks } from './resources/webhooks.js'

/** One object per kind of resource. */
export interface Client {
  readonly apiKeys: ReturnType<typeof makeApiKeys>
  readonly assistants: ReturnType<typeof makeAssistants>
  readonly audit: ReturnType<typeof makeAudit>
  readonly changes: ReturnType<typeof makeChanges>
  readonly crons: ReturnType<typeof makeCrons>
  readonly datasets: ReturnType<typeof makeDatasets>
  readonly evaluations: ReturnType<typeof makeEvaluations>
  readonly feedback: ReturnType<typeof makeFeedback>
  readonly guardrails: ReturnType<typeof makeGuardrails>
  readonly messages: ReturnType<typeof makeMessages>
  readonly nodes: ReturnType<typeof makeNodes>
  readonly policies: ReturnType<typeof makePolicies>
  readonly riskProfiles: ReturnType<typeof makeRiskProfiles>
  readonly runs: ReturnType<typeof makeRuns>
  readonly secrets: ReturnType<typeof makeSecrets>
  readonly statistics: ReturnType<typeof makeStatistics>
  readonly store: ReturnType<typeof makeStore>
  readonly system: ReturnType<typeof makeSystem>
  readonly threads: ReturnType<typeof makeThreads>
  readonly views: ReturnType<typeof makeViews>
  readonly webhooks: ReturnType<typeof makeWebhooks>
}

/** Creates a client. It keeps no connection open and needs no end. */
export const createClient = (options: ClientOptions = {}): Client => {
  const http = makeHttp(options)
  return {
    apiKeys: makeApiKeys(http),
    assistants: makeAssistants(http),
    audit: makeAudit(http),
    changes: makeChanges(http),
    crons: makeCrons(http),
    datasets: makeDatasets(http),
    evaluations: makeEvaluations(http),
    feedback: makeFeedback(http),
    guardrails: makeGuardrails(http),
    messages: makeMessages(http),
    nodes: makeNodes(http),
    policies: makePolicies(http),
    riskProfiles: makeRiskProfiles(http),
    runs: makeRuns(http),
    secrets: makeSecrets(http),
    statistics: makeStatistics(http),
    store: makeStore(http),
    system: makeSystem(http),
    threads: makeThreads(http),
    views: makeViews(http),
    webhooks: makeWebhooks(http),
  }
}
