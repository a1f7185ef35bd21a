/** The declarative graphs of the seeded assistants. */
export const REFUND_GRAPH = {
  state: { decision: { default: 'approve' }, log: { reducer: 'append' } },
  nodes: [
    {
      id: 'classify',
      type: 'llm',
      prompt: 'Classify as one of: refund, shipping, other.\n{{ input.message }}',
      output: 'category',
    },
    {
      id: 'note_request',
      type: 'transform',
      set: { log: "'asked for ' + string(input.amount) + ' EUR on order ' + input.order_id" },
    },
    {
      id: 'approve',
      type: 'human',
      prompt: 'Refund {{ input.amount }} EUR for order {{ input.order_id }}?',
      options: ['approve', 'reject'],
      output: 'decision',
    },
    { id: 'pay', type: 'transform', set: { log: "'paid ' + string(input.amount) + ' EUR'" } },
    { id: 'reply', type: 'llm', prompt: '{{ input.message }} (order {{ input.order_id }})', output: 'reply' },
  ],
  edges: [
    { from: 'start', to: 'classify' },
    { from: 'classify', to: 'note_request' },
    { from: 'note_request', to: 'approve', when: 'input.amount > 100' },
    { from: 'note_request', to: 'pay' },
    { from: 'approve', to: 'pay', when: "decision == 'approve'" },
    { from: 'approve', to: 'reply' },
    { from: 'pay', to: 'reply' },
  ],
  output: { category: 'category', decision: 'decision', reply: 'reply', log: 'log' },
}

export const INVOICE_GRAPH = {
  nodes: [
    {
      id: 'extract',
      type: 'llm',
      prompt: 'Read the invoice.\n{{ input.text }}',
      schema: {
        type: 'object',
        properties: { invoice_number: { type: 'string' }, total: { type: 'number' } },
        required: ['invoice_number', 'total'],
      },
      output: 'invoice',
    },
    {
      id: 'check_total',
      type: 'condition',
      branches: [{ when: 'invoice.total > 1000', to: 'confirm' }],
      otherwise: 'book',
    },
    {
      id: 'confirm',
      type: 'human',
      prompt: 'Which cost centre pays {{ invoice.total }} EUR of invoice {{ invoice.invoice_number }}?',
      schema: {
        type: 'object',
        properties: {
          cost_centre: { type: 'string', enum: ['marketing', 'operations', 'research'] },
          pay_by: { type: 'string', format: 'date' },
          note: { type: 'string' },
        },
        required: ['cost_centre'],
      },
      output: 'booking',
    },
    { id: 'book', type: 'transform', set: { booked: "'invoice ' + invoice.invoice_number" } },
  ],
  output: { invoice: 'invoice', booked: 'booked' },
}

export const RESEARCH_GRAPH = {
  nodes: [
    { id: 'plan', type: 'llm', prompt: 'Summarize: {{ input.question }}', output: 'plan' },
    {
      id: 'read_sources',
      type: 'map',
      over: 'input.sources',
      as: 'source',
      concurrency: 2,
      do: { type: 'llm', prompt: 'Summarize: {{ source }}' },
      output: 'notes',
    },
    { id: 'write', type: 'llm', prompt: "Summarize: {{ notes.join(' ') }}", output: 'report' },
  ],
  output: { report: 'report', notes: 'notes' },
}

export const CLEANER_GRAPH = {
  state: { pass: { default: 0 } },
  nodes: [
    { id: 'clean_rows', type: 'transform', set: { pass: 'pass + 1' } },
    {
      id: 'check_rows',
      type: 'condition',
      branches: [{ when: 'pass < input.passes', to: 'clean_rows' }],
      otherwise: 'report',
    },
    { id: 'report', type: 'llm', prompt: 'Summarize: {{ input.file }} was cleaned in {{ pass }} passes.' },
  ],
  output: { passes: 'pass', response: 'messages[size(messages) - 1].content' },
}

export const TRACKER_GRAPH = {
  nodes: [
    {
      id: 'has_parcel',
      type: 'condition',
      branches: [{ when: 'has(input.parcel)', to: 'ask_carrier' }],
      otherwise: 'reply',
    },
    {
      id: 'ask_carrier',
      type: 'http',
      // Nothing listens on this port, so the carrier is down.
      url: 'http://127.0.0.1:9/parcels/{{ input.parcel }}',
      fail_on_error: true,
      retry: { attempts: 2, backoff_ms: 400 },
      output: 'parcel',
    },
    { id: 'reply', type: 'llm', prompt: '{{ input.message }}', output: 'reply' },
  ],
  output: { reply: 'reply' },
}

export const CRM_GRAPH = {
  nodes: [
    {
      id: 'find_customer',
      type: 'http',
      url: 'http://127.0.0.1:9/customers/{{ input.customer }}',
      headers: { authorization: 'Bearer ${secret:ACME_CRM_TOKEN}' },
      output: 'customer',
    },
  ],
}

export const ARCHIVE_GRAPH = {
  nodes: [
    { id: 'plan', type: 'llm', prompt: 'Summarize: {{ input.question }}', output: 'plan' },
    {
      id: 'fetch_archive',
      type: 'http',
      url: 'http://127.0.0.1:9/archives/{{ input.archive }}',
      // The node waits a minute between its attempts, so the run is in progress for nine minutes and uses no processor.
      retry: { attempts: 10, backoff_ms: 60000 },
      output: 'archive',
    },
    { id: 'write', type: 'llm', prompt: 'Summarize: {{ archive.body }}', output: 'report' },
  ],
  output: { report: 'report' },
}
