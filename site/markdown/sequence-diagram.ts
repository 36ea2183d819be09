import { escapeHtml } from './escape-html.ts';

/** A message of a sequence diagram. Participants are numbered from 0. */
interface Message {
  from: number;
  to: number;
  text: string;
  isReply: boolean;
}

interface Sequence {
  participants: string[];
  messages: Message[];
}

/**
 * Reads the lines of a Mermaid sequence diagram: `participant A as Name`, `A->>B: text`, and the reply `A-->>B: text`.
 * @throws {Error} for another line.
 */
export function parseSequence(source: string): Sequence {
  const names: string[] = [];
  const participants: string[] = [];
  const messages: Message[] = [];
  for (const line of source.split('\n').map((each) => each.trim())) {
    if (/^(?:sequenceDiagram|autonumber|acc(?:Title|Descr):.*|)$/.test(line)) continue;
    const participant = /^participant (\w+)(?: as (.+))?$/.exec(line);
    const message = /^(\w+)(--?)>>(\w+): (.+)$/.exec(line);
    if (participant !== null) {
      names.push(participant[1] ?? '');
      participants.push(participant[2] ?? participant[1] ?? '');
    } else if (message !== null) {
      const [, from = '', line = '', to = '', text = ''] = message;
      messages.push({ from: names.indexOf(from), to: names.indexOf(to), text, isReply: line === '--' });
    } else throw new Error(`The site can't draw this line of a sequence diagram: ${line}`);
  }
  const unknown = messages.find(({ from, to }) => from < 0 || to < 0 || from === to);
  if (unknown !== undefined) throw new Error(`Message "${unknown.text}" needs two participants.`);
  return { participants, messages };
}

/**
 * Draws a sequence diagram as a list of messages. On wide screens, the style puts each message between the lines of its
 * participants. On narrow ones, it shows their names next to the text.
 */
export function drawSequence({ participants, messages }: Sequence): string {
  const heads = participants.map((name) => `<span>${escapeHtml(name)}</span>`);
  const lines = participants.map((_, index) => `<i style="grid-column:${2 * index + 1}/span 2"></i>`);
  const items = messages.map(({ from, to, text, isReply }, row) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const classes = [from < to ? 'right' : 'left', ...(isReply ? ['reply'] : [])].join(' ');
    const who = `<b>${escapeHtml(participants[from] ?? '')} → ${escapeHtml(participants[to] ?? '')}</b> `;
    return `<li class="${classes}" style="grid-area:${row + 1}/${2 * first + 2}/auto/${2 * last + 2}">${who}<span>${escapeHtml(text)}</span></li>`;
  });
  return (
    `<div class="sequence" style="--count:${participants.length}"><div class="heads" aria-hidden="true">${heads.join('')}</div>` +
    `<div class="lines" aria-hidden="true">${lines.join('')}</div><ol>${items.join('')}</ol></div>`
  );
}
