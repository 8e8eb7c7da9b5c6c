export type Assets = { fetch(url: URL, init?: RequestInit): Promise<Response> }

/** Any origin will do, because the binding uses only the path. */
export const fetchAsset = (assets: Assets, path: string, init?: RequestInit): Promise<Response> =>
  assets.fetch(new URL(path, 'https://assets.invalid'), init)

/** Reads one of the site's files as text; null if the file doesn't exist. Throws if it can't be read. */
export async function readAsset(assets: Assets, path: string): Promise<string | null> {
  const file = await fetchAsset(assets, path)
  if (file.ok) return file.text()
  await file.body?.cancel()
  if (file.status === 404) return null
  throw new Error(`${path} could not be read: ${file.status}`)
}
