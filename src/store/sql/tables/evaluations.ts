/** The rows of evaluations and of their results; a part of tables.ts. */
import type { CalibrationStatus } from '../../../schema/calibration.js'
import type { EvalStatus, EvalType } from '../../../schema/evaluation.js'
import type { Rating } from '../../../schema/feedback.js'
import { column, integer, orNull, payload, real, searchable, text } from '../column.js'

/** `queued`: to be begun again; `awaiting_pair`: to be compared with the answer of the baseline. */
export type ResultStatus = 'queued' | 'running' | 'awaiting_pair' | 'awaiting_feedback' | 'scored' | 'error'

export const EVALUATION_TABLES = {
  evaluations: {
    tenant_id: text,
    eval_id: text,
    name: text,
    type: column<EvalType>('text'),
    status: column<EvalStatus>('text'),
    /** A JSON array of assistant_id, version and label. */
    arms: payload,
    dataset_id: text,
    dataset_version: integer,
    criteria: payload,
    settings: payload,
    total: integer,
    done: integer,
    errors: integer,
    summary: orNull(payload),
    error: orNull(payload),
    metadata: searchable,
    lease_owner: orNull(text),
    lease_expires_at: orNull(integer),
    fence: integer,
    touched: integer,
    created_at: integer,
    updated_at: integer,
    started_at: orNull(integer),
    completed_at: orNull(integer),
  },

  eval_results: {
    tenant_id: text,
    eval_id: text,
    example_id: text,
    arm: integer,
    repetition: integer,
    run_id: orNull(text),
    status: column<ResultStatus>('text'),
    passed: orNull(integer),
    score: orNull(real),
    scores: payload,
    output: orNull(payload),
    error: orNull(payload),
    latency_ms: orNull(integer),
    usage: orNull(payload),
    cost: orNull(real),
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
    eval_id: orNull(text),
    rating: orNull(column<Rating>('text')),
    dimensions: payload,
    comment: orNull(text),
    corrected_output: orNull(payload),
    reviewer: text,
    created_at: integer,
  },

  judge_calibrations: {
    tenant_id: text,
    calibration_id: text,
    judge_hash: text,
    model: orNull(text),
    prompt_version: text,
    /** A JSON array of text. */
    judged: payload,
    threshold: real,
    status: column<CalibrationStatus>('text'),
    figures: payload,
    eval_id: orNull(text),
    criterion: orNull(text),
    human_criterion: orNull(text),
    created_at: integer,
  },
}
