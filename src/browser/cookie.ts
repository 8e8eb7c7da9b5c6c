/** The value of a cookie that scripts may read; empty where there is none. */
export function readCookie(name: string, cookies = document.cookie): string {
  const line = cookies.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return line ? line.slice(name.length + 1) : ''
}
