/** Returns an empty string if there is no such cookie. */
export function readCookie(name: string, cookies = document.cookie): string {
  const pair = cookies.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) : ''
}
