/** One line of the stack's output, with the part that it comes from in front. */
export function log(part: string, line: string) {
  console.log(`${part.padEnd(9)} │ ${line}`)
}
