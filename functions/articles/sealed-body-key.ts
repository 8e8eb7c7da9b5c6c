/** A prefix in the MEDIA bucket. Picture addresses contain no slash, so none of them can reach these objects. */
export const sealedBodyPrefix = 'sealed/'

/** `hash`: SHA-256 of the encrypted bytes, in hex. */
export const getSealedBodyKey = (hash: string) => `${sealedBodyPrefix}${hash}`
