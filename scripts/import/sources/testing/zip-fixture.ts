/** Creates valid and deceptive ZIP files for tests: stored or deflated entries, and their directory. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFixtureEntry = {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isStored?: boolean
  /** Sets the flag of an encrypted entry. */
  readonly isEncrypted?: boolean
  /** Size that the directory states instead of the real one. */
  readonly statedSize?: number
}

const utf8Flag = 0x800

export function buildZip(entries: readonly ZipFixtureEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isStored = false, isEncrypted = false, statedSize } of entries) {
    const bytes = Buffer.from(content)
    const data = isStored ? bytes : deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(utf8Flag | (isEncrypted ? 1 : 0), 2)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(statedSize ?? bytes.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), fields, nameBytes, data)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, tail, nameBytes)
    offset += 30 + nameBytes.length + data.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directoryBytes, Buffer.from('PK\x05\x06'), end])
}
