/**
 * What packed rows contain often, after shorten-text.ts has replaced UUIDs and times. Deflate refers to it as if it preceded the text. A
 * reference takes two or three bytes, however long it is, so these are long parts of rows, with what differs left out. The most frequent ones
 * come last, where the references to them are shortest.
 *
 * Stored rows depend on every byte: never change this dictionary. Add another one with a new format in pack-text.ts instead.
 */

const RARE_EVENTS = [
  '{"type":"run.cancelled","reason":"{"type":"run.released","reason":"worker_lost","{"type":"run.resumed","',
  '{"type":"run.requires_action","required_action":{"type":"{"type":"guardrail.triggered","guardrail_id":"\x01","name":"',
  '{"type":"guardrail.checked","target":"input","passed":[{"name":"","target":"output","passed":[{"name":"',
  '{"type":"lg.metadata","data":{"run_id":"\x01","attempt":1},"timestamp":"\x05"},{"type":"lg.custom","data":{"{"type":"lg.messages/metadata","data":{"{"type":"lg.messages/partial","data":[{"',
  '},"timestamp":"\x05"},{"type":"lg.tasks","data":{"id":"{"type":"lg.debug","data":{"step":1,"type":"task_result","timestamp":"\x05","payload":{"',
  '"timestamp":"\x05"},{"type":"node.failed","node_id":"","task_id":"\x01","step":1,"parent":null,"error":{"name":"Error","message":"","will_retry":false,"duration_ms":',
  '{"type":"run.failed","timestamp":"\x05","at":\x03,"error":{"code":"execution_failed","message":"',
  '{"type":"tool.started","node_id":"tools","task_id":"\x01","step":2,"parent":null,"tool_call_id":"call_","tool":"","input":{"at":\x03',
  '{"type":"tool.result","node_id":"tools","task_id":"\x01","step":2,"parent":null,"tool_call_id":"call_","tool":"","output":"","is_error":false,"duration_ms":',
]

const MESSAGES = [
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"status":"success","content":"","tool_call_id":"call_","name":"","additional_kwargs":{},"response_metadata":{},"id":"\x01"}},',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","SystemMessage"],"kwargs":{"content":"',
  '{"role":"user","content":"},{"role":"assistant","content":"{"type":"tool","content":"","tool_call_id":"call_","status":"success"},"name":null,"example":false}',
  '"response_metadata":{"model_provider":"openai","model_name":"gpt-","finish_reason":"tool_calls"},"tool_calls":[{"name":"","args":{"","type":"tool_call","id":"call_"}],"invalid_tool_calls":[],"tool_call_chunks":[{"name":"","args":"","index":0,"type":"tool_call_chunk","id":"call_"}],',
]

const AGENT_EVENTS = [
  '"timestamp":"\x05"},{"type":"lg.messages/complete","data":[{"content":"{"type":"lg.updates","data":{"agent":{"messages":[{"content":"',
  '"timestamp":"\x05"},{"type":"lg.values","timestamp":"\x05","stored":{"data":"0000000',
  ',"timestamp":"\x05"},{"type":"lg.values","data":{"messages":[{"content":"","additional_kwargs":{},"response_metadata":{},"id":"\x01","type":"human"},{"content":"","additional_kwargs":{},"response_metadata":{"model_name":"","provider":"","finish_reason":"stop"},"id":"run-\x01","type":"ai",',
  '"usage_metadata":{"input_tokens":,"output_tokens":,"total_tokens":,"input_token_details":{},"output_token_details":{}},"tool_calls":[],"invalid_tool_calls":[]},{"content":"","additional_kwargs":{},"response_metadata":{},"id":"\x01","type":"human"}]},"timestamp":"\x04"},',
  '{"type":"node.started","node_id":"agent","task_id":"\x01","step":1,"parent":null,"node_type":"llm","at":\x03,"timestamp":"\x05"},{"type":"llm.started","node_id":"agent","task_id":"\x06","step":1,"parent":null,"call_id":"","model":"","settings":{"provider":"openai"},"tools":[],"at":\x03,"timestamp":"\x05"},',
  '{"type":"llm.token","node_id":"agent","call_id":"","token":"","at":\x03,"timestamp":"\x05"},{"type":"lg.messages","data":[{"content":"","additional_kwargs":{},"response_metadata":{},"id":"run-\x01","type":"AIMessageChunk","tool_calls":[],"invalid_tool_calls":[],"tool_call_chunks":[]},',
  '{"tags":[],"ls_integration":"langchain_chat_model","created_by":"system","graph_id":"agent","assistant_id":"\x08","thread_id":"\x01","run_id":"\x01","langgraph_step":1,"langgraph_node":"agent","langgraph_triggers":["branch:to:agent"],"langgraph_path":["__pregel_pull","agent"],"langgraph_checkpoint_ns":"agent:\x0e","checkpoint_ns":"agent:\x0e",',
  '"ls_model_type":"chat","ls_provider":"openai","ls_model_name":"gpt-","versions":{"@langchain/core":"1.2.13"}}],"timestamp":"\x05"},',
  '{"type":"llm.completion","node_id":"agent","task_id":"\x0e","step":1,"parent":null,"call_id":"","content":"","model":"","usage":{"input_tokens":,"output_tokens":,"total_tokens":,"model":"","calls":1},"duration_ms":,"first_token_ms":,"at":\x03,"timestamp":"\x05"},',
  '{"type":"node.completed","node_id":"agent","task_id":"\x0e","step":1,"parent":null,"output":{"messages":[{"id":"\x01","role":"assistant","content":""}]},"duration_ms":',
  '{"k":[[9,68,2],[11,42,2]],"t":"---------0-020020020202-222-----","d":[1,0,2,0,1,0,1],"v":[" ","],"e":[{"type":"run.queued","at":\x03',
]

/** The line of JSON before a checkpoint and the one before its writes are those of checkpoint-pack.ts. */
const AGENT_CHECKPOINTS = [
  '["messages","__input__","__interrupt__","__error__","__resume__","__scheduled__","__no_writes__","__return__"]{"source":"update","step":1,"writes":null,"parents":{}}',
  '"stored_versions":{},"channel_values":{"messages":[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"","additional_kwargs":{},"response_metadata":{},"id":"\x01"}},{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"","tool_calls":[],"invalid_tool_calls":[],"additional_kwargs":{},"response_metadata":{},',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessageChunk"],"kwargs":{"content":"","additional_kwargs":{},"response_metadata":{"model_name":"","provider":"","finish_reason":"stop"},"tool_call_chunks":[],"tool_calls":[],"id":"run-\x01",',
  '"usage_metadata":{"input_tokens":,"output_tokens":,"total_tokens":,"input_token_details":{},"output_token_details":{}},"invalid_tool_calls":[]}}],"__start__":{"messages":[{"role":"user","content":""}]},"__pregel_tasks":[]}}',
  '\n["\x01","\x01",\x03]\n{"v":4,"id":"\x07","ts":"\x05","channel_versions":{"__start__":2.,"messages":2.,"branch:to:agent":2.},"versions_seen":{"__input__":{},"__start__":{"__start__":1.},"agent":{"branch:to:agent":2.}},"stored_versions":{"messages":2.},"channel_values":{"__pregel_tasks":[],"branch:to:agent":null}}\n',
  '{"assistant_id":"\x01","graph_id":"agent","user-agent":"node","run_id":"\x01","thread_id":"\x01","ls_integration":"langgraph","created_by":"system","source":"input","step":-1,"parents":{}}\n[["\x01",0,"messages"],["\x06",1,"branch:to:agent"]]\n[{"role":"user","content":"',
  '"}]\nnull\n["\x01",1,\x03]\n{"assistant_id":"\x0b","graph_id":"agent","user-agent":"node","run_id":"\x0c","thread_id":"\x0e","ls_integration":"langgraph","created_by":"system","source":"loop","step":0,"parents":{}}\n[["\x01",0,"messages"]]\n[{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage',
]

const CHECKPOINTS = [
  '["\x01",null,\x03]\n{"v":4,"id":"\x06","ts":"\x05","channel_versions":{"__start__":1.',
  '},"versions_seen":{"__input__":{}},"stored_versions":{},"channel_values":{"__start__":{"',
  '"}}}\n{"source":"input","step":-1,"parents":{}}\n[["\x01",0,"',
  '"}}}\n{"assistant_id":"\x01","graph_id":"',
  '","run_id":"\x01","thread_id":"\x01","ls_integration":"langgraph","created_by":"system","source":"input","step":-1,"parents":{}}\n[["\x01",0,"',
  '"],["\x06",1,"branch:to:',
  '"]]\n"',
  '"\nnull\n["\x01",1,\x03]\n{"v":4,"id":"\x06","ts":"\x05","channel_versions":{"__start__":2.',
  ',"branch:to:',
  '},"versions_seen":{"__input__":{},"__start__":{"__start__":1.',
  '}},"stored_versions":{},"channel_values":{"',
  '","__pregel_tasks":[],"branch:to:',
  '":null}}\n{"source":"loop","step":0,"parents":{}}\n[["\x01",0,"',
  '":null}}\n{"assistant_id":"\x08","graph_id":"',
  '","run_id":"\x0b","thread_id":"\x0c","ls_integration":"langgraph","created_by":"system","source":"loop","step":0,"parents":{}}\n[["\x01",0,"',
  '}},"stored_versions":{},"channel_values":{"',
  '","__pregel_tasks":[]}}\n{"source":"loop","step":1,"parents":{}}\n[]',
  '","__pregel_tasks":[]}}\n{"assistant_id":"\x08","graph_id":"',
  '"source":"loop","step":2,"parents":{}}\n[]',
]

const EVENTS = [
  '[{"type":"run.queued","at":\x03',
  ',"timestamp":"\x05"},{"type":"run.claimed","at":\x03,"attempt":1,"worker":"\x01","checkpoint_id":null,"queue_ms":1,"timestamp":"\x05"},{"type":"run.started","at":\x03,"assistant_id":"\x01","timestamp":"\x05"},{"type":"checkpoint.saved","checkpoint_id":"\x01","step":-1,"at":\x03,"timestamp":"\x05"},{"type":"checkpoint.saved","checkpoint_id":"\x01","step":0,"at":\x03,"timestamp":"\x05"},{"type":"node.started","node_id":"',
  '","task_id":"\x01","step":1,"parent":null,"node_type":"node","at":\x03,"timestamp":"\x05"},{"type":"node.completed","node_id":"',
  '","task_id":"\x06","step":1,"parent":null,"output":{"',
  '},"duration_ms":0.8,"at":\x03,"timestamp":"\x05"},{"type":"checkpoint.saved","checkpoint_id":"\x01","step":1,"at":\x03,"timestamp":"\x05"},{"type":"node.started","node_id":"',
  '","task_id":"\x01","step":2,"parent":null,"node_type":"node","at":\x03,"timestamp":"\x05"},{"type":"node.completed","node_id":"',
  '","task_id":"\x06","step":2,"parent":null,"output":{"',
  '"},"duration_ms":1.3,"at":\x03,"timestamp":"\x05"},{"type":"checkpoint.saved","checkpoint_id":"\x01","step":2,"at":\x03,"timestamp":"\x05"},',
  '{"type":"run.completed","timestamp":"\x04","at":\x03,"stored":{"output":"0000000',
  '{"type":"run.completed","timestamp":"\x04","at":\x03,"output":{"messages":[{"content":"',
  '{"type":"run.completed","timestamp":"\x04","at":\x03,"output":{"',
]

export const DICTIONARY_2 = Buffer.from(
  [...RARE_EVENTS, ...MESSAGES, ...AGENT_EVENTS, ...AGENT_CHECKPOINTS, ...CHECKPOINTS, ...EVENTS].join(''),
)
