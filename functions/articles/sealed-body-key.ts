/** In the bucket MEDIA. No address of a picture contains a slash, so none leads to these objects. */
export const sealedBodyPrefix = 'sealed/'

/** `hash`: SHA-256 of the sealed bytes, in hex. */
export const getSealedBodyKey = (hash: string) => `${sealedBodyPrefix}${hash}`
