/**
 * Texts that packed rows contain often. Deflate refers to them as if they preceded the text, so they cost two or three bytes each. The
 * most frequent ones come last, where the references to them are shortest.
 *
 * Stored rows depend on every byte: never change this dictionary. Add another one with a new format in pack-text.ts instead.
 */
const MESSAGES = [
  '"additional_kwargs":{},"response_metadata":{"model_provider":"openai","finish_reason":"stop","model_name":"gpt-',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"status":"success","tool_call_id":"call_',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"',
  '","args":{},"type":"tool_call","id":"call_"}],"invalid_tool_calls":[],"usage_metadata":{"input_tokens":',
  ',"output_tokens":,"total_tokens":,"input_token_details":{},"output_token_details":{}}',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"","additional_kwargs":{},"response_metadata":{},"id":"',
  '{"type":"human","content":"","name":null,"example":false},{"type":"ai","content":"","tool_calls":[],"invalid_tool_calls":[]}',
  '{"role":"user","content":"},{"role":"assistant","content":"',
]

const EVENTS = [
  '{"type":"run.failed","error":{"code":"execution_failed","message":"',
  '{"type":"run.cancelled",{"type":"run.released","reason":"worker_lost",{"type":"run.requires_action",{"type":"run.resumed",',
  '{"type":"guardrail.triggered","guardrail_id":"{"type":"guardrail.checked","target":"input","passed":[{"name":"',
  '{"type":"tool.started","tool":"{"type":"tool.result","tool_call_id":"call_","tool":"","output":"","is_error":false,"duration_ms":',
  '{"type":"llm.started","model":"{"type":"llm.token","{"type":"llm.completion","node_id":"agent","call_id":"","model":"","usage":{"input_tokens":,"output_tokens":,"cost":null},"first_token_ms":',
  '{"type":"lg.metadata","data":{"run_id":"","attempt":1},{"type":"lg.updates","data":{"{"type":"lg.messages","data":[{"{"type":"lg.values","data":{"messages":[',
  '{"type":"run.completed","timestamp":"2026-11-18T","at":179,"output":{"messages":[{"stored":{"output":"',
  '[{"type":"run.queued","at":179,"timestamp":"2026-11-18T',
  'Z"},{"type":"run.claimed","at":179,"attempt":1,"worker":"019","checkpoint_id":null,"queue_ms":1,"timestamp":"2026-11-18T',
  'Z"},{"type":"run.started","at":179,"assistant_id":"","timestamp":"2026-11-18T',
  'Z"},{"type":"node.failed","node_id":"","error":{"name":"Error","message":"","will_retry":false,"duration_ms":',
  'Z"},{"type":"node.completed","node_id":"agent","task_id":"","step":1,"parent":null,"output":{"messages":[],"duration_ms":',
  '},"duration_ms":0.8,"at":179,"timestamp":"2026-11-18T',
  'Z"},{"type":"node.started","node_id":"","task_id":"","step":2,"parent":null,"node_type":"node","at":179,"timestamp":"2026-11-18T',
  'Z"},{"type":"checkpoint.saved","checkpoint_id":"1f1","step":-1,"at":179,"timestamp":"2026-11-18T',
]

const CHECKPOINTS = [
  '["messages","__start__","__input__","__interrupt__","__error__","__resume__","__scheduled__","__no_writes__","branch:to:__end__"]',
  '{"source":"update","step":,"writes":null,"parents":{}}',
  '{"assistant_id":"","graph_id":"","run_id":"019","thread_id":"","ls_integration":"langgraph","created_by":"system","source":"input","step":-1,"parents":{}}',
  '{"v":4,"id":"1f1","ts":"2026-11-18T","channel_versions":{"__start__":1.,"versions_seen":{"__input__":{}},"stored_versions":{},"channel_values":{"__start__":{"',
  '{"v":4,"id":"1f1","ts":"2026-11-18T","channel_versions":{"__start__":2.,"messages":2.,"branch:to:agent":2.',
  '},"versions_seen":{"__input__":{},"__start__":{"__start__":1.},"agent":{"branch:to:agent":2.}},"stored_versions":{"messages":},',
  '"channel_values":{"messages":[],"__pregel_tasks":[],"branch:to:agent":null}}{"source":"loop","step":1,"parents":{}}',
  // The header of packed checkpoints.
  '[["1f1e30d-6-ffff-",null,179,2,2,[["-5",0,"messages",2],["-5",1,"branch:to:agent",4]]],["-6-8000-",1,2,3,2,[["-5",0,"',
  '",2],["-5",1,"branch:to:",4]]],["-6-8001-",1,2,5,2,[["-5",0,"",2]]],["-6-8002-",1,2,5,2,[]]]\n{"v":4,"id":"1f1e30d-6-ffff-',
]

export const DICTIONARY_1 = Buffer.from([...MESSAGES, ...EVENTS, ...CHECKPOINTS].join('\n'))
