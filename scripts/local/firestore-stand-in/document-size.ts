/** How large a document is by Firestore's own reckoning: its page "Storage size calculations". */
import type { WireFields, WireValue } from './values.ts'

const textSize = (text: string) => Buffer.byteLength(text) + 1

/** Bytes of a document's or map's fields; the document's name comes on top. */
export function fieldsSize(document: WireFields): number {
  return Object.entries(document).reduce(
    (sum, [name, inner]) => sum + textSize(name) + valueSize(inner),
    32,
  )
}

function valueSize(inner: WireValue): number {
  if ('nullValue' in inner || 'booleanValue' in inner) return 1
  if ('stringValue' in inner) return textSize(inner.stringValue)
  if ('bytesValue' in inner) return Buffer.byteLength(inner.bytesValue, 'base64')
  if ('referenceValue' in inner) return textSize(inner.referenceValue)
  if ('geoPointValue' in inner) return 16
  if ('mapValue' in inner) return fieldsSize(inner.mapValue.fields ?? {})
  if (!('arrayValue' in inner)) return 8
  return (inner.arrayValue.values ?? []).reduce((sum, element) => sum + valueSize(element), 0)
}
