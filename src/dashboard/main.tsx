// Starts the web pages.
import { render } from 'preact';
import { App } from './app.tsx';
import { startTheme } from './theme.tsx';

startTheme();
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
