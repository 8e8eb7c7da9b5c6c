/** Source: the `Value` message in Firestore's v1 REST reference. Bytes, references and locations aren't supported. */
export type FirestoreValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { timestampValue: string }
  | { stringValue: string }
  | { arrayValue: { values?: FirestoreValue[] } }
  | { mapValue: { fields?: Record<string, FirestoreValue> } }

export type Fields = Record<string, unknown>

export function encodeValue(value: unknown): FirestoreValue {
  if (value === null) return { nullValue: null }
  switch (typeof value) {
    case 'boolean':
      return { booleanValue: value }
    case 'string':
      return { stringValue: value }
    case 'number':
      if (Number.isSafeInteger(value)) return { integerValue: String(value) }
      if (Number.isFinite(value)) return { doubleValue: value }
      return { doubleValue: String(value) as 'NaN' }
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } }
  if (typeof value === 'object') return { mapValue: { fields: encodeFields(value as Fields) } }
  throw new TypeError(`Firestore can’t store a ${typeof value}`)
}

/** Omits undefined fields, as JSON does. */
export function encodeFields(fields: Fields): Record<string, FirestoreValue> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, encodeValue(value)]))
}

/** Times become Dates, which have a precision of milliseconds, not Firestore's microseconds. */
function decodeValue(value: FirestoreValue): unknown {
  if ('nullValue' in value) return null
  if ('booleanValue' in value) return value.booleanValue
  if ('integerValue' in value) return Number(value.integerValue)
  if ('doubleValue' in value) return Number(value.doubleValue)
  if ('timestampValue' in value) return new Date(value.timestampValue)
  if ('stringValue' in value) return value.stringValue
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(decodeValue)
  if ('mapValue' in value) return decodeFields(value.mapValue.fields ?? {})
  throw new TypeError(`Firestore sent a value of an unsupported type: ${Object.keys(value)}`)
}

export function decodeFields(fields: Record<string, FirestoreValue>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, decodeValue(value)]),
  )
}
