import Solar
