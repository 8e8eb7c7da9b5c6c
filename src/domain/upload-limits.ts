/** Limits of uploaded files, in bytes. Browsers load this file. */

export const maxImageBytes = 30 * 1024 * 1024

/** Cloudflare accepts 100 MB in one request. */
export const maxAudioBytes = 90 * 1024 * 1024

/** Browsers send files in parts, so that an interrupted upload can continue. All parts but the last have this size. */
export const uploadPartBytes = 4 * 1024 * 1024

/** The number of parts of the largest file. */
export const maxUploadParts = Math.ceil(maxAudioBytes / uploadPartBytes)
