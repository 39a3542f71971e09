// The beginning: the solver's worker starts before anything is drawn, so that its tables are ready when they are needed.

import { render } from 'preact';

import { prepare } from './solver.js';
import { beginAddress, beginAnswering, beginLook, beginPlaying } from './state.js';
import './style.css';
import { App, update } from './ui/App.js';

prepare().catch(() => {}); // the first question tells what is wrong
beginLook();
beginAddress();
beginAnswering();
beginPlaying();
render(<App />, document.getElementById('app')!);

// Offline from the second visit on. A new version waits until the user takes it; the address keeps the cube meanwhile.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', async () => {
    const { registerSW } = await import('virtual:pwa-register');
    const take = registerSW({ onNeedRefresh: () => (update.value = () => void take(true)) });
  });
