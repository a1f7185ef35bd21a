import { describe, expect, test } from 'vitest'
import { toolCallMessage, openGraph, serverTool } from './open-graph.js'

const CLIENT_TOOL = { type: 'function', function: { name: 'ask_browser', parameters: { type: 'object' } } }

describe('an llm node', () => {
  test('an llm node with a prompt makes a single call and writes its output to its key', async () => {
    const { run, model } = await openGraph(
      {
        nodes: [
          {
            id: 'say',
            type: 'llm',
            system: 'Speak {{ input.how }}',
            prompt: 'Greet {{ input.name }}',
            output: 'text',
          },
        ],
      },
      { script: (text) => `did: ${text}` },
    )
    const { output } = await run({ message: 'unrelated', name: 'Ada', how: 'softly' })
    expect(output).toEqual({ text: 'did: Greet Ada', messages: [{ role: 'user', content: 'unrelated' }] })
    expect(model.requests.map((messages) => messages.map((message) => [message.type, message.text]))).toEqual(
      [
        [
          ['system', 'Speak softly'],
          ['human', 'Greet Ada'],
        ],
      ],
    )
  })

  test('an llm node without a prompt replies to the conversation and adds its message to it', async () => {
    const { run, model } = await openGraph(
      { nodes: [{ id: 'chat', type: 'llm', system: 'Be kind' }] },
      { script: (text) => `re: ${text}` },
    )
    await run({ message: 'one' })
    const { output } = await run({ message: 'two' })
    expect(output['messages']).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 're: one' },
      { role: 'user', content: 'two' },
      { role: 'assistant', content: 're: two' },
    ])
    expect(model.requests[1]?.map(({ text }) => text)).toEqual(['Be kind', 'one', 're: one', 'two'])
  })

  test("an llm node uses the assistant's config for settings that it does not set", async () => {
    const { run, settings, model } = await openGraph(
      {
        nodes: [
          { id: 'a', type: 'llm', prompt: 'x', output: 'a' },
          {
            id: 'b',
            type: 'llm',
            prompt: 'x',
            output: 'b',
            model: 'm2',
            temperature: 0,
            max_tokens: 5,
            base_url: 'http://localhost:1/v1',
          },
        ],
      },
      { config: { model: 'm1', temperature: 1, max_tokens: 9, top_p: 0.5, instructions: 'Be brief' } },
    )
    await run()
    expect(settings).toEqual([
      { model: 'm1', temperature: 1, max_tokens: 9, top_p: 0.5, base_url: undefined },
      { model: 'm2', temperature: 0, max_tokens: 5, top_p: 0.5, base_url: 'http://localhost:1/v1' },
    ])
    expect(model.requests[0]?.[0]?.text).toBe('Be brief')
  })

  test('an llm node calls tools until it has a final output, and the calls join the conversation', async () => {
    const { run, model } = await openGraph(
      { nodes: [{ id: 'agent', type: 'llm', tools: ['add'] }] },
      {
        tools: [serverTool('add', ({ a, b }) => Number(a) + Number(b))],
        script: (text, messages) =>
          messages.length === 1
            ? toolCallMessage({ id: 'c1', name: 'add', args: { a: 2, b: 3 } })
            : `it is ${text}`,
      },
    )
    const { output } = await run({ message: 'what is 2 + 3?' })
    expect(output['messages']).toEqual([
      { role: 'user', content: 'what is 2 + 3?' },
      { role: 'assistant', content: '' },
      { role: 'tool', content: '5' },
      { role: 'assistant', content: 'it is 5' },
    ])
    expect(model.boundTools).toMatchObject([{ tools: [{ function: { name: 'add' } }] }])
  })

  test('the model receives the errors of tools that fail or do not exist', async () => {
    const { run } = await openGraph(
      { nodes: [{ id: 'agent', type: 'llm', prompt: 'go', tools: ['broken'], output: 'text' }] },
      {
        tools: [
          serverTool('broken', () => {
            throw new Error('out of order')
          }),
        ],
        script: (_, messages) =>
          messages.length === 1
            ? toolCallMessage({ id: 'c1', name: 'broken', args: {} }, { id: 'c2', name: 'nope', args: {} })
            : messages
                .slice(2)
                .map((message) => message.text)
                .join(' | '),
      },
    )
    expect((await run()).output['text']).toBe(
      'Error: out of order | Error: tool nope does not exist; available tools: broken',
    )
  })

  test('an llm node fails if the model does not stop calling tools', async () => {
    const { run, model } = await openGraph(
      { nodes: [{ id: 'agent', type: 'llm', prompt: 'go', tools: ['add'], output: 'text' }] },
      {
        tools: [serverTool('add', () => 1)],
        script: () => toolCallMessage({ id: 'c', name: 'add', args: {} }),
      },
    )
    await expect(run({}, { recursionLimit: 5 })).rejects.toThrow(
      'node "agent": the model called tools 10 times in a row without an answer',
    )
    expect(model.requests).toHaveLength(11)
  })

  test('an llm node waits for client-side tools without calling the model again', async () => {
    const calledTools: string[] = []
    const { run, resume, model } = await openGraph(
      { nodes: [{ id: 'agent', type: 'llm', prompt: 'go', tools: ['here', CLIENT_TOOL], output: 'text' }] },
      {
        tools: [serverTool('here', () => calledTools.push('here'))],
        script: (_, messages) =>
          messages.length === 1
            ? toolCallMessage(
                { id: 'c1', name: 'here', args: {} },
                { id: 'c2', name: 'ask_browser', args: { url: '/' } },
              )
            : messages
                .slice(2)
                .map((message) => message.text)
                .join(' | '),
      },
    )
    const { interruptValues } = await run()
    expect(interruptValues).toEqual([
      {
        type: 'submit_tool_outputs',
        tool_calls: [{ id: 'c2', name: 'ask_browser', arguments: { url: '/' } }],
      },
    ])
    expect(model.requests).toHaveLength(1)
    const again = await resume({ tool_outputs: [{ tool_call_id: 'other', output: 1 }] })
    expect(again.interruptValues).toMatchObject([{ error: 'tool_outputs has no output for c2' }])
    const { output } = await resume({ tool_outputs: [{ tool_call_id: 'c2', output: { title: 'Home' } }] })
    expect(output['text']).toBe('1 | {"title":"Home"}')
    expect(model.requests).toHaveLength(2)
    expect(calledTools).toEqual(['here'])
  })

  const SCHEMA = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }

  test('an llm node with a schema stores the arguments of the tool final_answer', async () => {
    const { run, model } = await openGraph(
      { nodes: [{ id: 'extract', type: 'llm', prompt: 'go', schema: SCHEMA, output: 'found' }] },
      { script: () => toolCallMessage({ id: 'c', name: 'final_answer', args: { n: 4 } }) },
    )
    expect((await run()).output['found']).toEqual({ n: 4 })
    expect(model.boundTools).toMatchObject([
      { tools: [{ function: { parameters: SCHEMA } }], tool_choice: 'final_answer' },
    ])
  })

  test('an llm node with a schema accepts JSON in text and returns mismatches to the model', async () => {
    const replies = ['no idea', 'It is {"n": "four"}.', 'It is ```json\n{"n": 4}\n```']
    const { run, model } = await openGraph(
      { nodes: [{ id: 'extract', type: 'llm', prompt: 'go', schema: SCHEMA, output: 'found' }] },
      { script: () => replies.shift() ?? '' },
    )
    expect((await run()).output['found']).toEqual({ n: 4 })
    expect(model.prompts.slice(1)).toEqual([
      'This does not match the JSON Schema: there is no JSON in the answer',
      'This does not match the JSON Schema: n must be integer',
    ])
  })

  test('an llm node with a schema fails if the output never matches', async () => {
    const { run } = await openGraph(
      { nodes: [{ id: 'extract', type: 'llm', prompt: 'go', schema: SCHEMA, output: 'found' }] },
      { script: () => '{}' },
    )
    await expect(run()).rejects.toThrow('node "extract": the answer does not match the schema: n is required')
  })

  test('an llm node with tools and a schema calls tools before final_answer', async () => {
    const { run } = await openGraph(
      {
        nodes: [
          { id: 'extract', type: 'llm', prompt: 'go', tools: ['add'], schema: SCHEMA, output: 'found' },
        ],
      },
      {
        tools: [serverTool('add', () => 7)],
        script: (text, messages) =>
          messages.length === 2
            ? toolCallMessage({ id: 'c1', name: 'add', args: {} })
            : toolCallMessage({ id: 'c2', name: 'final_answer', args: { n: Number(text) } }),
      },
    )
    expect((await run()).output['found']).toEqual({ n: 7 })
  })

  test('a node is retried as often as retry allows, but not after a client error', async () => {
    const graph = {
      nodes: [
        { id: 'say', type: 'llm', prompt: 'go', retry: { attempts: 3, backoff_ms: 1 }, output: 'text' },
      ],
    }
    const failing = (...replies: (Error | string)[]) =>
      openGraph(graph, { script: () => replies.shift() ?? 'too often' })
    const flaky = await failing(new Error('one'), new Error('two'), 'three')
    expect((await flaky.run()).output['text']).toBe('three')
    const down = await failing(new Error('one'), new Error('two'), new Error('three'))
    await expect(down.run()).rejects.toThrow('node "say": three')
    const refused = await failing(Object.assign(new Error('bad request'), { status: 400 }), 'never')
    await expect(refused.run()).rejects.toThrow('node "say": bad request')
    expect(refused.model.requests).toHaveLength(1)
  })

  test("the error code of a model survives in the node's error", async () => {
    const { run } = await openGraph(
      { nodes: [{ id: 'say', type: 'llm', prompt: 'go', output: 'text' }] },
      { script: () => Object.assign(new Error('no provider'), { code: 'model_not_configured' }) },
    )
    await expect(run()).rejects.toMatchObject({
      code: 'model_not_configured',
      message: 'node "say": no provider',
    })
  })
})

describe('a tool node', () => {
  test('a tool node passes templated arguments with their types and parses a JSON result', async () => {
    const { run } = await openGraph(
      {
        state: { total: { default: 14 } },
        nodes: [
          {
            id: 'calc',
            type: 'tool',
            tool: 'echo',
            arguments: { n: '{{ total }}', text: '{{ total }} * 3', list: ['{{ input.x }}'] },
            output: 'result',
          },
        ],
      },
      { tools: [serverTool('echo', (args) => JSON.stringify(args))] },
    )
    expect((await run({ x: { deep: true } })).output['result']).toEqual({
      n: 14,
      text: '14 * 3',
      list: [{ deep: true }],
    })
  })

  test.each([
    ['126', 126],
    ['true', true],
    ['plain words', 'plain words'],
    ['00123', '00123'],
    ['12345678901234567890', '12345678901234567890'],
  ])('a tool result %j is stored as %j', async (text, expected) => {
    const { run } = await openGraph(
      { nodes: [{ id: 't', type: 'tool', tool: 'say', output: 'result' }] },
      { tools: [serverTool('say', () => text)] },
    )
    expect((await run()).output['result']).toBe(expected)
  })

  test('a tool that fails fails the node, and the error contains the node id', async () => {
    const { run } = await openGraph(
      { nodes: [{ id: 't', type: 'tool', tool: 'broken' }] },
      {
        tools: [
          serverTool('broken', () => {
            throw new Error('out of order')
          }),
        ],
      },
    )
    await expect(run()).rejects.toThrow('node "t": out of order')
  })

  test('a tool node waits for a client-side tool under a stable call id', async () => {
    const { run, resume } = await openGraph({
      nodes: [
        { id: 't', type: 'tool', tool: CLIENT_TOOL, arguments: { q: '{{ input.q }}' }, output: 'result' },
      ],
    })
    const { interruptValues } = await run({ q: 'x' })
    const [call] = interruptValues[0]?.['tool_calls'] as { id: string }[]
    expect(call).toEqual({
      id: expect.stringMatching(/^call_[\w-]{36}$/),
      name: 'ask_browser',
      arguments: { q: 'x' },
    })
    const wrong = await resume({ tool_outputs: [] })
    expect(wrong.interruptValues[0]).toMatchObject({
      tool_calls: [{ id: call?.id }],
      error: `tool_outputs has no output for ${call?.id}`,
    })
    expect(
      (await resume({ tool_outputs: [{ tool_call_id: call?.id, output: [1, 2] }] })).output['result'],
    ).toEqual([1, 2])
  })
})

describe('a human node', () => {
  const approve = {
    id: 'ask',
    type: 'human',
    prompt: 'Pay {{ input.n }}?',
    options: ['yes', 'no'],
    output: 'answer',
  }

  test('a human node interrupts the run and continues with the resume value', async () => {
    const { run, resume } = await openGraph({ nodes: [approve] })
    const { interruptValues } = await run({ n: 5 })
    expect(interruptValues).toEqual([
      { type: 'human_input', node_id: 'ask', prompt: 'Pay 5?', options: ['yes', 'no'] },
    ])
    expect((await resume('yes')).output['answer']).toBe('yes')
  })

  test('a human node interrupts again, with the reason, until the resume value is one of the options', async () => {
    const { run, resume } = await openGraph({ nodes: [approve] })
    const { interruptIds } = await run({ n: 5 })
    for (const wrong of ['maybe', { yes: true }]) {
      expect((await resume({ [String(interruptIds[0])]: wrong })).interruptValues).toMatchObject([
        { error: 'the answer must be one of yes, no' },
      ])
    }
    expect((await resume({ [String(interruptIds[0])]: 'no' })).output['answer']).toBe('no')
  })

  test('a human node accepts values that match its schema, including false', async () => {
    const node = (schema: object) => ({
      nodes: [{ id: 'ask', type: 'human', prompt: '?', schema, output: 'answer' }],
    })
    const form = await openGraph(
      node({ type: 'object', properties: { n: { type: 'number', minimum: 1 } }, required: ['n'] }),
    )
    await form.run()
    expect((await form.resume({ n: 0 })).interruptValues).toMatchObject([
      { error: 'the answer does not match the schema: n must be >= 1' },
    ])
    expect((await form.resume({ n: 2 })).output['answer']).toEqual({ n: 2 })

    const flag = await openGraph(node({ type: 'boolean' }))
    const { interruptIds } = await flag.run()
    expect((await flag.resume({ [String(interruptIds[0])]: false })).output['answer']).toBe(false)
  })

  test('two parallel human nodes interrupt together and are resumed by interrupt id', async () => {
    const { run, resume } = await openGraph({
      nodes: ['a', 'b'].map((id) => ({ id, type: 'human', prompt: id, output: id })),
      edges: ['a', 'b'].map((to) => ({ from: 'start', to })),
    })
    const { interruptValues, interruptIds } = await run()
    expect(interruptValues.map((ask) => ask['node_id'])).toEqual(['a', 'b'])
    const half = await resume({ [String(interruptIds[1])]: 'second' })
    expect(half.interruptValues.map((ask) => ask['node_id'])).toEqual(['a'])
    expect((await resume({ [String(interruptIds[0])]: 'first' })).output).toMatchObject({
      a: 'first',
      b: 'second',
    })
  })
})

test('messages that a transform node sets join the conversation', async () => {
  const { run } = await openGraph({
    nodes: [
      {
        id: 'say',
        type: 'transform',
        set: { messages: "[{'role': 'assistant', 'content': 'Hello ' + input.message}]" },
      },
    ],
  })
  expect((await run({ message: 'Ada' })).output['messages']).toEqual([
    { role: 'user', content: 'Ada' },
    { role: 'assistant', content: 'Hello Ada' },
  ])
})
