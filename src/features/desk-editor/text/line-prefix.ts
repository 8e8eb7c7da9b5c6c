/** The marks at the beginning of a heading, a quotation or a list item. */
export const linePrefix = /^(?:#{1,6} |> |[-*+] |\d{1,9}[.)] )/
