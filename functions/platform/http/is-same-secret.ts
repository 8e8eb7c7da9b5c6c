/** Compares digests, so that neither the contents nor the length of a secret can be measured. */
export async function isSameSecret(given: string, secret: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const [one, other] = await Promise.all(
    [given, secret].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
  )
  const left = new Uint8Array(one!)
  const right = new Uint8Array(other!)
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ right[index]!
  return difference === 0
}
