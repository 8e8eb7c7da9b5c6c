/** Bytes, as in the limits of uploaded files (src/domain/upload-limits.ts). */
export const megabyte = 1024 * 1024

export const formatMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`
