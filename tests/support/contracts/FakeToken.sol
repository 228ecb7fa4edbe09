// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Calls itself USDC and writes a Transfer log for any sender, recipient and value; nothing moves.
contract FakeToken {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address) external pure returns (uint256) {
        return type(uint128).max;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// The forged form: a log in which somebody else appears to pay.
    function forge(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
