// Starts the browser and opens pages in it; what a page complains about makes the test fail.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** As a container without graphics, user namespaces or network needs them. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs `action(context)` in a browser with a profile of its own, and ends both. */
export async function withBrowser(options, action) {
  const profile = await mkdtemp(join(tmpdir(), 'snake-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  try {
    return await action(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Watches a page: errors, complaints on the console, dialogs, and requests that leave the file. */
export function watch(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/** Opens a file in a fresh page, runs `action(page)`, and expects no complaints. */
export async function withPage(context, file, action, { fragment = '' } = {}) {
  const page = await context.newPage();
  const complaints = watch(page);
  try {
    await page.goto(pathToFileURL(file).href + fragment);
    await action(page);
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
  }
}
