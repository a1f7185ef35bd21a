/** Summarizes durations for the line of measurements that a test prints. */
export const summarizeDurations = (
  name: string,
  values: readonly number[],
): Record<string, number | null> => {
  const sorted = values.map(Math.round).sort((a, b) => a - b)
  const percentile = (fraction: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? null
  return {
    [`${name}_p50_ms`]: percentile(0.5),
    [`${name}_p99_ms`]: percentile(0.99),
    [`${name}_max_ms`]: sorted.at(-1) ?? null,
  }
}

/** Reads one sample of /metrics. `sample` is the metric name with its labels, as they appear in the output. */
export const readMetric = async (url: string, sample: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  return line === undefined ? 0 : Number(line.slice(sample.length + 1))
}
