import { describe, expect, test } from 'vitest';
import { languages } from '../../workers/core/http/language.ts';
import { ProtocolError, retryLater } from '../../workers/core/protocol/errors.ts';
import { messages } from '../../workers/core/protocol/messages.ts';

describe('a refusal', () => {
  test('names its item, in each language', () => {
    const error = new ProtocolError('missing_item', { item: 'code' });
    expect([error.status, error.error]).toEqual([400, 'invalid_request']);
    expect(error.describe('en')).toBe('The required item code is missing.');
    expect(error.describe('ko')).toBe('필수 항목 code이(가) 없습니다.');
  });

  test('fills in what was sent as it is, once', () => {
    const value = '$& {item} {value} </script>';
    expect(new ProtocolError('invalid_code', { value, item: 'x' }).describe('en')).toBe(
      `Invalid authorization code: ${value}`,
    );
  });

  test('leaves a gap where nothing was given', () => {
    expect(new ProtocolError('invalid_item').describe('en')).toBe('The value of  is not valid.');
  });

  test('keeps what went wrong inside to itself', () => {
    const error = new ProtocolError('internal', { cause: new Error('the database is at 10.0.0.1') });
    for (const language of languages) expect(error.describe(language)).not.toContain('10.0.0.1');
  });
});

describe('a refusal that asks to come back later', () => {
  test('asks for whole seconds, at least one', () => {
    for (const [seconds, header] of [
      [0, '1'],
      [-3, '1'],
      [1.2, '2'],
      [60, '60'],
    ] as const) {
      expect(retryLater('too_many_requests', seconds).headers).toEqual({ 'Retry-After': header });
    }
  });
});

describe('the messages', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

  test('are the same ones in every language, with the same gaps to fill', () => {
    expect(Object.keys(messages.ko)).toEqual(Object.keys(messages.en));
    for (const [name, text] of Object.entries(messages.en)) {
      const korean = messages.ko[name as keyof typeof messages.ko];
      expect({ name, gaps: placeholders(korean) }).toEqual({ name, gaps: placeholders(text) });
      expect(korean).toMatch(/[가-힣]/);
      expect(text).not.toMatch(/[가-힣]/);
    }
  });
});
