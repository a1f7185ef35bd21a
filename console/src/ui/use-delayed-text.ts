import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * The text of a search field whose value is part of the URL. It is committed when the person pauses, so that not every letter is a
 * request. A value that changes elsewhere, for example by a link, replaces the text; leaving the screen commits nothing, also while the next
 * screen is being loaded and this one is still shown.
 */
export const useDelayedText = (
  value: string,
  commit: (text: string) => void,
): [text: string, setText: (text: string) => void] => {
  const [state, setState] = useState({ text: value, value, committed: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestCommit = useRef(commit)
  useEffect(() => {
    latestCommit.current = commit
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // The committed text comes back as the value when the URL has changed; the person may have typed more since.
  if (value !== state.value)
    setState({ text: value === state.committed ? state.text : value, value, committed: value })
  const setText = (text: string): void => {
    setState((old) => ({ ...old, text }))
    clearTimeout(timer.current)
    const { pathname } = location
    timer.current = setTimeout(() => {
      if (location.pathname !== pathname) return
      setState((old) => ({ ...old, committed: text.trim() }))
      latestCommit.current(text.trim())
    }, PAUSE_MS)
  }
  return [state.text, setText]
}
