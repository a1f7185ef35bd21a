/** The JSON editor. It is loaded when the first editor is shown, because CodeMirror is larger than the rest of a screen. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { linter, lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder as showPlaceholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import { readNonce } from '../nonce.ts'
import type { CodeEditorProps } from './code-editor.tsx'

const theme = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'transparent', color: 'var(--ink)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-3)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-2)',
    borderRadius: '5px',
  },
  '.cm-placeholder': { color: 'var(--ink-3)' },
})

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--ink-2)' },
    { tag: tags.string, color: 'var(--ink)' },
    { tag: tags.number, color: 'var(--k-tool)' },
    { tag: [tags.bool, tags.null], color: 'var(--k-llm)' },
    { tag: tags.punctuation, color: 'var(--ink-3)' },
  ]),
)

/**
 * Text that replaces a selection is inserted by the editor. Chromium itself would put it into an element with the inline style of the
 * text before, which the content security policy forbids.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data } = event
    const { state } = view
    if (inputType !== 'insertText' || data === null || state.readOnly || state.selection.main.empty)
      return false
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    return true
  },
})

const makeExtensions = (
  { label, readOnly = false, placeholder }: CodeEditorProps,
  onChange: (text: string) => void,
): Extension[] => {
  const nonce = readNonce()
  const lintJson = jsonParseLinter()
  return [
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
    lineNumbers(),
    history(),
    bracketMatching(),
    json(),
    linter((view) => (view.state.doc.toString().trim() === '' ? [] : lintJson(view))),
    replaceSelection,
    theme,
    highlighting,
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    placeholder === undefined ? [] : showPlaceholder(placeholder),
    // Escape leaves the editor, so that Tab can be used for indentation without trapping the keyboard.
    keymap.of([
      { key: 'Escape', run: (view) => (view.contentDOM.blur(), false) },
      ...defaultKeymap,
      ...historyKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}

export const CodeEditorView = (props: CodeEditorProps) => {
  const { value, onChange } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const emit = useEffectEvent((text: string) => onChange(text))
  const create = useEffectEvent((parent: HTMLElement) => {
    const extensions = makeExtensions(props, (text) => emit(text))
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })
  useEffect(() => {
    if (host.current === null) return undefined
    const editor = create(host.current)
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={host} className="h-full" />
}
