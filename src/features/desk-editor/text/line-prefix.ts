/** The marks at the beginning of a heading, a quotation or an item. */
export const linePrefix = /^(?:#{1,6} |> |[-*+] |\d{1,9}[.)] )/
