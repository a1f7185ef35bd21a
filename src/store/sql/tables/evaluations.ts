/** The tables of evaluations, results, feedback and calibrations; a part of tables.ts. */
import type { CalibrationStatus } from '../../../schema/calibration.js'
import type { EvalStatus, EvalType } from '../../../schema/evaluation.js'
import type { Rating } from '../../../schema/feedback.js'
import { column, integer, nullable, jsonText, real, searchableJson, text } from '../column.js'

/**
 * `queued`: the run has to be started again. `awaiting_pair`: the output has to be compared with that of the baseline.
 */
export type ResultStatus = 'queued' | 'running' | 'awaiting_pair' | 'awaiting_feedback' | 'scored' | 'error'

export const EVALUATION_TABLES = {
  evaluations: {
    tenant_id: text,
    eval_id: text,
    name: text,
    type: column<EvalType>('text'),
    status: column<EvalStatus>('text'),
    /** A JSON array of assistant_id, version and label. */
    arms: jsonText,
    dataset_id: text,
    dataset_version: integer,
    criteria: jsonText,
    settings: jsonText,
    total: integer,
    done: integer,
    errors: integer,
    summary: nullable(jsonText),
    error: nullable(jsonText),
    metadata: searchableJson,
    lease_owner: nullable(text),
    lease_expires_at: nullable(integer),
    fence: integer,
    touched: integer,
    created_at: integer,
    updated_at: integer,
    started_at: nullable(integer),
    completed_at: nullable(integer),
  },

  eval_results: {
    tenant_id: text,
    eval_id: text,
    example_id: text,
    arm: integer,
    repetition: integer,
    run_id: nullable(text),
    status: column<ResultStatus>('text'),
    passed: nullable(integer),
    score: nullable(real),
    scores: jsonText,
    output: nullable(jsonText),
    error: nullable(jsonText),
    latency_ms: nullable(integer),
    usage: nullable(jsonText),
    cost: nullable(real),
    created_at: integer,
  },

  eval_reservations: {
    tenant_id: text,
    eval_id: text,
    run_id: text,
    reviewer: text,
    expires_at: integer,
  },

  feedback: {
    tenant_id: text,
    feedback_id: text,
    run_id: text,
    eval_id: nullable(text),
    rating: nullable(column<Rating>('text')),
    dimensions: jsonText,
    comment: nullable(text),
    corrected_output: nullable(jsonText),
    reviewer: text,
    created_at: integer,
  },

  judge_calibrations: {
    tenant_id: text,
    calibration_id: text,
    judge_hash: text,
    model: nullable(text),
    prompt_version: text,
    /** A JSON array of strings: names of criteria, hashes of rubrics. */
    judged: jsonText,
    threshold: real,
    status: column<CalibrationStatus>('text'),
    figures: jsonText,
    eval_id: nullable(text),
    criterion: nullable(text),
    human_criterion: nullable(text),
    created_at: integer,
  },
}
