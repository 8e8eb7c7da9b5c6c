/** The same type with timestamps instead of dates, as in responses. */
type WithTimestamps<Value> = Value extends Date
  ? string
  : { -readonly [Key in keyof Value]: WithTimestamps<Value[Key]> }

export function formatDates<Value>(value: Value): WithTimestamps<Value>
export function formatDates(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(formatDates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, formatDates(one)]))
}
